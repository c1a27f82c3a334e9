"""Writes cases.json, vectors of sentence-transformers 6.0.1 on Transformers 5.18.0: python record.py

Weights are those of the formula in ../lora/record.py, so that the cases need no files of their own.
"""
import json
import os
import sys
import tempfile

from safetensors.torch import save_file
from sentence_transformers import SentenceTransformer
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from torch import nn
from transformers import BertConfig, BertModel

HERE = os.path.dirname(os.path.abspath(__file__))
source = open(os.path.join(HERE, "..", "lora", "record.py")).read()
exec(source[source.index("def pattern"):source.index("BERT =")].replace("def filled", "import numpy as np, torch, zlib\ndef filled"))

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"] + [f"w{i}" for i in range(10)] + [f"W{i}" for i in range(5)] + ["say", ":"]
TEXTS = ["W1 w2 W3 w4 w5 w6 w7", "w3", "w9 W4"]


def tokenizer(normalizer):
    t = Tokenizer(models.WordPiece({w: i for i, w in enumerate(WORDS)}, unk_token="[UNK]"))
    t.normalizer = normalizer
    t.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    t.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    t.enable_truncation(4)
    t.enable_padding(length=4)
    return json.loads(t.to_str())


CASED = tokenizer(normalizers.BertNormalizer(lowercase=False))
FAST = {"tokenizer_class": "PreTrainedTokenizerFast", "pad_token": "[PAD]", "unk_token": "[UNK]",
        "cls_token": "[CLS]", "sep_token": "[SEP]", "mask_token": "[MASK]"}
BERT = {**FAST, "tokenizer_class": "BertTokenizer"}
OLD = "sentence_transformers.models."
NEW = "sentence_transformers.base.modules."


def modules(*names):
    paths = [""] + [f"{i}_{name.split('.')[-1]}" for i, name in enumerate(names) if i > 0]
    return [{"idx": i, "name": str(i), "path": paths[i], "type": name} for i, name in enumerate(names)]


PLAIN = modules(OLD + "Transformer", OLD + "Pooling")
TODAY = modules(NEW + "transformer.Transformer", "sentence_transformers.sentence_transformer.modules.pooling.Pooling",
                NEW + "normalize.Normalize")
DENSE = modules(OLD + "Transformer", OLD + "Pooling", OLD + "Dense", OLD + "Normalize")


def files(pooling, tokens=FAST, steps=PLAIN, **more):
    base = {"modules.json": steps, "1_Pooling/config.json": pooling, "tokenizer_config.json": tokens,
            "tokenizer.json": CASED}
    return {**base, **{name.replace("__", "/") + ".json": value for name, value in more.items()}}


MEAN = {"embedding_dimension": 8, "pooling_mode": "mean", "include_prompt": True}
CASES = {
    "today": files(MEAN, steps=TODAY, sentence_bert_config={
        "transformer_task": "feature-extraction", "module_output_name": "token_embeddings",
        "modality_config": {"text": {"method": "forward", "method_output_name": "last_hidden_state"}}}),
    "list": files({"embedding_dimension": 8, "pooling_mode": ["mean", "lasttoken", "cls"]}),
    "list of one": files({"embedding_dimension": 8, "pooling_mode": ["weightedmean"]}),
    "all old": files({"word_embedding_dimension": 8, "pooling_mode_mean_tokens": True, "pooling_mode_max_tokens": True,
                      "pooling_mode_mean_sqrt_len_tokens": True, "pooling_mode_cls_token": True,
                      "pooling_mode_lasttoken": True, "pooling_mode_weightedmean_tokens": True}),
    "none old": files({"word_embedding_dimension": 8, "pooling_mode_mean_tokens": False}),
    "both": files({"embedding_dimension": 8, "pooling_mode": "cls", "pooling_mode_mean_tokens": True}),
    "limit of the tokenizer": files(MEAN, {**FAST, "model_max_length": 5}),
    "limit of the model": files(MEAN, {**FAST, "model_max_length": 5}, sentence_bert_config={"max_seq_length": 7}),
    "no limit": files(MEAN, {**FAST, "model_max_length": 10 ** 30}),
    "cut at the left": files(MEAN, {**FAST, "model_max_length": 5, "truncation_side": "left"}),
    "lower case": files(MEAN, sentence_bert_config={"max_seq_length": None, "do_lower_case": True}),
    "bert lowers": files(MEAN, BERT),
    "bert does not lower": files(MEAN, {**BERT, "do_lower_case": False}),
    "prompt": files(MEAN, config_sentence_transformers={
        "model_type": "SentenceTransformer", "prompts": {"query": "say: ", "document": ""}, "default_prompt_name": "query"}),
    "part of the features": files(MEAN, steps=TODAY, config_sentence_transformers={"truncate_dim": 3}),
    "all of the features": files(MEAN, config_sentence_transformers={"truncate_dim": 30}),
    "dense": files(MEAN, steps=DENSE, **{"2_Dense__config": {
        "in_features": 8, "out_features": 6, "bias": True, "activation_function": "torch.nn.modules.activation.Tanh"}}),
    "dense with a residual": files(MEAN, steps=DENSE, **{"2_Dense__config": {
        "in_features": 8, "out_features": 6, "bias": False, "use_residual": True,
        "activation_function": "torch.nn.modules.linear.Identity"}}),
    "dense of one size": files(MEAN, steps=DENSE, **{"2_Dense__config": {
        "in_features": 8, "out_features": 8, "bias": True, "use_residual": True, "module_input_name": "sentence_embedding",
        "activation_function": "torch.nn.modules.activation.GELU"}}),
}

bert = filled(BertModel(BertConfig(
    vocab_size=len(WORDS), hidden_size=8, num_hidden_layers=2, num_attention_heads=2, intermediate_size=12,
    max_position_embeddings=20, pad_token_id=0)))
recorded = {}
for case, own in CASES.items():
    folder = tempfile.mkdtemp()
    bert.save_pretrained(folder)
    for name, value in own.items():
        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
        json.dump(value, open(os.path.join(folder, name), "w"))
    dense = own.get("2_Dense/config.json")
    if dense:
        shapes = {"linear.weight": (dense["out_features"], dense["in_features"]), "linear.bias": (dense["out_features"],)}
        if not dense["bias"]:
            del shapes["linear.bias"]
        if dense.get("use_residual") and dense["in_features"] != dense["out_features"]:
            shapes["residual.weight"] = shapes["linear.weight"]
        save_file({n: pattern(n, s) for n, s in shapes.items()}, os.path.join(folder, "2_Dense/model.safetensors"))
    vectors = SentenceTransformer(folder, device="cpu").encode(TEXTS, show_progress_bar=False)
    recorded[case] = {"files": own, "vectors": [[float(x) for x in row] for row in vectors]}
with open(os.path.join(HERE, "cases.json"), "w") as file:
    json.dump(recorded, file, indent=None)
    file.write("\n")
