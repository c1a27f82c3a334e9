"""Writes adapters of PEFT 0.21.0, and what merged models of Transformers 5.18.0 say: python record.py

The models have weights by a formula, so that they need no files; PatternWeights has it, too.
"""
import json
import os
import shutil
import tempfile
import zlib

import numpy as np
import torch
from peft import LoraConfig, PeftModel, get_peft_model
from safetensors.torch import load_file, save_file
from transformers import (
    BartConfig, BartForConditionalGeneration, BertConfig, BertForSequenceClassification, BertModel,
    DistilBertConfig, DistilBertForSequenceClassification, GPT2Config, GPT2LMHeadModel,
    LlamaConfig, LlamaForCausalLM, T5Config, T5ForConditionalGeneration)

HERE = os.path.dirname(os.path.abspath(__file__))
TOKENS = torch.tensor([[4, 5, 6, 7]])


def pattern(name, shape):
    i = np.arange(int(np.prod(shape)), dtype=np.uint64)
    x = (zlib.crc32(name.encode()) + i * 2654435761) & 0xFFFFFFFF
    x ^= x >> np.uint64(15)
    x = (x * 2246822519) & 0xFFFFFFFF
    x ^= x >> np.uint64(13)
    value = (x >> np.uint64(8)).astype(np.float32) / np.float32(1 << 24) - np.float32(0.5)
    return torch.tensor(value.reshape(shape))


def filled(model):
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            parameter.copy_(pattern(name, tuple(parameter.shape)))
    return model.eval()


BERT = dict(vocab_size=20, hidden_size=8, num_hidden_layers=2, num_attention_heads=2,
            intermediate_size=12, max_position_embeddings=12, type_vocab_size=2, pad_token_id=0)


def bert():
    return filled(BertModel(BertConfig(**BERT)))


def bert_classifier():
    return filled(BertForSequenceClassification(BertConfig(**BERT, num_labels=3)))


def distilbert():
    return filled(DistilBertForSequenceClassification(DistilBertConfig(
        vocab_size=20, dim=8, n_layers=2, n_heads=2, hidden_dim=12, max_position_embeddings=12,
        num_labels=3)))


def gpt2(dtype=torch.float32):
    return filled(GPT2LMHeadModel(GPT2Config(
        vocab_size=20, n_positions=12, n_embd=8, n_layer=2, n_head=2))).to(dtype)


def llama(dtype=torch.float32):
    return filled(LlamaForCausalLM(LlamaConfig(
        vocab_size=20, hidden_size=8, intermediate_size=12, num_hidden_layers=2,
        num_attention_heads=2, num_key_value_heads=2, max_position_embeddings=12,
        tie_word_embeddings=False))).to(dtype)


def t5():
    return filled(T5ForConditionalGeneration(T5Config(
        vocab_size=20, d_model=8, d_kv=4, d_ff=12, num_layers=2, num_heads=2,
        decoder_start_token_id=0)))


def bart():
    return filled(BartForConditionalGeneration(BartConfig(
        vocab_size=20, d_model=8, encoder_layers=2, decoder_layers=2, encoder_attention_heads=2,
        decoder_attention_heads=2, encoder_ffn_dim=12, decoder_ffn_dim=12,
        max_position_embeddings=12, pad_token_id=1, bos_token_id=0, eos_token_id=2,
        decoder_start_token_id=2, forced_eos_token_id=None)))


QV = ["query", "value"]
CASES = {
    "alpha-pattern": (bert, dict(r=2, lora_alpha=4, target_modules=QV, alpha_pattern={"query": 16})),
    "patterns": (bert, dict(
        r=2, lora_alpha=4, target_modules=QV,
        rank_pattern={"^encoder.layer.0.attention.self.value": 3, r"layer\.\d+\.attention.*query": 1},
        alpha_pattern={r"1\..*value": 5, "value": 7})),
    "rslora": (bert, dict(r=4, lora_alpha=3, target_modules=QV, use_rslora=True,
                          rank_pattern={"value": 2}, alpha_pattern={"query": 8})),
    "pissa": (bert, dict(r=2, lora_alpha=6, target_modules=QV, init_lora_weights="pissa",
                         rank_pattern={"value": 3})),
    "olora": (bert, dict(r=2, lora_alpha=3, target_modules=["query", "intermediate.dense"],
                         init_lora_weights="olora")),
    "dora": (bert, dict(r=2, lora_alpha=4, target_modules=QV, use_dora=True)),
    "lora-bias": (bert, dict(r=2, lora_alpha=4, target_modules=QV, lora_bias=True)),
    "bias-all": (bert, dict(r=2, lora_alpha=4, target_modules=QV, bias="all")),
    "bias-lora-only": (bert, dict(r=2, lora_alpha=4, target_modules=QV, bias="lora_only")),
    "layers": (bert, dict(r=2, lora_alpha=4, target_modules=QV, layers_to_transform=[1],
                          layers_pattern="layer", exclude_modules=["value"],
                          lora_dropout=0.3, init_lora_weights="gaussian")),
    "bert-classifier": (bert_classifier, dict(r=2, lora_alpha=4, task_type="SEQ_CLS")),
    "classifier-bias-all": (bert_classifier, dict(r=2, lora_alpha=4, target_modules=["query"],
                                                  bias="all", task_type="SEQ_CLS")),
    "pooler-bias-all": (bert, dict(r=2, lora_alpha=4, target_modules=["query"], bias="all",
                                   modules_to_save=["pooler"])),
    "distilbert": (distilbert, dict(r=2, lora_alpha=4, task_type="SEQ_CLS", target_modules=["q_lin"],
                                    modules_to_save=["pre_classifier"])),
    "gpt2": (gpt2, dict(r=2, lora_alpha=4, target_modules=["c_attn", "mlp.c_proj"],
                        fan_in_fan_out=True)),
    "gpt2-pissa": (gpt2, dict(r=2, lora_alpha=4, target_modules=["c_attn"], fan_in_fan_out=True,
                              init_lora_weights="pissa")),
    "gpt2-dora": (gpt2, dict(r=2, lora_alpha=4, target_modules=["c_fc"], fan_in_fan_out=True,
                             use_dora=True)),
    "gpt2-saved": (gpt2, dict(r=2, lora_alpha=4, target_modules=["mlp.c_proj"],
                              modules_to_save=["attn.c_proj", "c_fc"])),
    "llama-head": (llama, dict(r=2, lora_alpha=4, target_modules=["q_proj", "lm_head"],
                               init_lora_weights="pissa")),
    "llama": (llama, dict(r=2, lora_alpha=4, target_modules="all-linear",
                          modules_to_save=["lm_head", "norm"])),
    "llama-bf16": (lambda: llama(torch.bfloat16), dict(r=2, lora_alpha=4,
                                                       target_modules=["q_proj", "down_proj"])),
    "gpt2-bf16": (lambda: gpt2(torch.bfloat16), dict(r=2, lora_alpha=4, target_modules=["c_attn"],
                                                     use_dora=True, fan_in_fan_out=True)),
    "t5": (t5, dict(r=2, lora_alpha=4, target_modules=["q", "wi", "SelfAttention.o"])),
    "bart": (bart, dict(r=2, lora_alpha=4, target_modules=["q_proj", "out_proj", "fc2"])),
}


def output(model):
    with torch.no_grad():
        if model.config.model_type == "t5" or model.config.model_type == "bart":
            return model(TOKENS, decoder_input_ids=torch.tensor([[2, 8, 9]])).logits
        result = model(TOKENS)
    return result.logits if hasattr(result, "logits") else result.last_hidden_state


expected, configs, arrays = {}, {}, {}
for case, (make, options) in CASES.items():
    folder = tempfile.mkdtemp()
    options = dict(options)
    torch.manual_seed(len(case))
    model = get_peft_model(make(), LoraConfig(**options))
    with torch.no_grad():
        for name, p in model.named_parameters():
            if p.requires_grad:
                p.add_(0.3 * torch.randn(p.shape))
    model.save_pretrained(folder, save_embedding_layers=case == "llama-head")
    configs[case] = json.load(open(os.path.join(folder, "adapter_config.json")))
    for name, array in load_file(os.path.join(folder, "adapter_model.safetensors")).items():
        arrays[case + "/" + name] = array
    merged = PeftModel.from_pretrained(make(), folder).merge_and_unload()
    expected[case] = output(merged).float().contiguous()
    if "bf16" in case:
        for name, p in merged.named_parameters():
            if name.endswith("0.self_attn.q_proj.weight") or name.endswith("h.0.attn.c_attn.weight"):
                expected[case + "-kernel"] = p.detach().contiguous()
    shutil.rmtree(folder)
save_file(expected, os.path.join(HERE, "expected.safetensors"))
save_file(arrays, os.path.join(HERE, "adapters.safetensors"))
with open(os.path.join(HERE, "adapters.json"), "w") as file:
    json.dump(configs, file, indent=1)
    file.write("\n")
