"""All tokens that are known by their own form, in the order of the published table."""

from __future__ import annotations

from feedback_gate.redact.cloud_tokens import CLOUD, CODE, MONITORING, REGISTRIES
from feedback_gate.redact.service_tokens import CHAT, MAIL, MODELS, OTHERS, PAYMENT

TOKENS = (*CLOUD, *CODE, *REGISTRIES, *CHAT, *PAYMENT, *MODELS, *MAIL, *MONITORING, *OTHERS)
