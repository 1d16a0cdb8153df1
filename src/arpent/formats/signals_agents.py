"""The AI agents that robots.txt files name: token, operator and purpose.

A table and nothing else. A name is here when its operator, or the community list of
ai.robots.txt, says that it fetches for an AI product, or switches such a use on or off.
A group that names one of them is a reservation signal; a group for everybody is none.
"""

from dataclasses import dataclass
from datetime import date
from typing import Final

__all__ = ["AI_AGENTS", "AI_AGENTS_AS_OF", "AiAgent"]

AI_AGENTS_AS_OF: Final = date(2026, 8, 31)
"""The table says what was known on this day."""


@dataclass(frozen=True, slots=True)
class AiAgent:
    """One token.

    Attributes:
        token: As its operator writes it.
        purpose: training, search, user fetch, or data (collected for others).
        switch: Nobody crawls under this token; it only says yes or no.
    """

    token: str
    operator: str
    purpose: str
    switch: bool = False


_TABLE: Final = (
    ("AI2Bot", "Ai2", "training"),
    ("Ai2Bot-Dolma", "Ai2", "training"),
    ("Amazonbot", "Amazon", "training"),
    ("Amzn-SearchBot", "Amazon", "search"),
    ("Amzn-User", "Amazon", "user fetch"),
    ("Andibot", "Andi", "search"),
    ("anthropic-ai", "Anthropic", "training"),
    ("Applebot-Extended", "Apple", "training", True),
    ("bedrockbot", "Amazon", "data"),
    ("Brightbot", "Bright Data", "data"),
    ("Bytespider", "ByteDance", "training"),
    ("CCBot", "Common Crawl", "data"),
    ("ChatGPT-User", "OpenAI", "user fetch"),
    ("Claude-SearchBot", "Anthropic", "search"),
    ("Claude-User", "Anthropic", "user fetch"),
    ("Claude-Web", "Anthropic", "training"),
    ("ClaudeBot", "Anthropic", "training"),
    ("cohere-ai", "Cohere", "user fetch"),
    ("cohere-training-data-crawler", "Cohere", "training"),
    ("Cotoyogi", "ROIS", "training"),
    ("Crawlspace", "Crawlspace", "data"),
    ("DeepSeekBot", "DeepSeek", "training"),
    ("Diffbot", "Diffbot", "data"),
    ("DuckAssistBot", "DuckDuckGo", "user fetch"),
    ("FacebookBot", "Meta", "training"),
    ("FirecrawlAgent", "Firecrawl", "data"),
    ("FriendlyCrawler", "unknown", "training"),
    ("Gemini-Deep-Research", "Google", "user fetch"),
    ("Google-CloudVertexBot", "Google", "data"),
    ("Google-Extended", "Google", "training", True),
    ("Google-NotebookLM", "Google", "user fetch"),
    ("GPTBot", "OpenAI", "training"),
    ("iaskspider", "iAsk", "search"),
    ("ICC-Crawler", "NICT", "training"),
    ("ImagesiftBot", "Hive", "training"),
    ("img2dataset", "whoever runs it", "training"),
    ("LAIONDownloader", "LAION", "training"),
    ("LinerBot", "Liner", "search"),
    ("meta-externalagent", "Meta", "training"),
    ("meta-externalfetcher", "Meta", "user fetch"),
    ("meta-webindexer", "Meta", "search"),
    ("MistralAI-User", "Mistral AI", "user fetch"),
    ("NovaAct", "Amazon", "user fetch"),
    ("OAI-SearchBot", "OpenAI", "search"),
    ("omgili", "Webz.io", "data"),
    ("omgilibot", "Webz.io", "data"),
    ("PanguBot", "Huawei", "training"),
    ("Perplexity-User", "Perplexity", "user fetch"),
    ("PerplexityBot", "Perplexity", "search"),
    ("PhindBot", "Phind", "search"),
    ("SBIntuitionsBot", "SB Intuitions", "training"),
    ("TikTokSpider", "ByteDance", "training"),
    ("Timpibot", "Timpi", "training"),
    ("VelenPublicWebCrawler", "Hunter", "data"),
    ("Webzio-Extended", "Webz.io", "training", True),
    ("YouBot", "You.com", "search"),
)

AI_AGENTS: Final[dict[str, AiAgent]] = {row[0].lower(): AiAgent(*row) for row in _TABLE}
"""The table by token in lower case."""
