package io.cambric.conformance.interop;

import io.cambric.conformance.format.UnsupportedFeature;
import java.util.Map;

/** The models of golden cases, by their classes in Transformers. */
final class GoldenModels {

  private static final Map<String, GoldenModel.Factory> BY_CLASS =
      Map.ofEntries(
          Map.entry("GPT2LMHeadModel", DecoderModels::gpt2),
          Map.entry("LlamaForCausalLM", DecoderModels::llama),
          Map.entry("MistralForCausalLM", DecoderModels::llama));

  private GoldenModels() {}

  static GoldenModel.Factory of(String className) {
    var factory = BY_CLASS.get(className);
    if (factory == null) {
      throw new UnsupportedFeature("model:" + className);
    }
    return factory;
  }
}
