package io.cambric.conformance.interop;

import io.cambric.conformance.format.UnsupportedFeature;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The models of golden cases, by their classes in Transformers. */
final class GoldenModels {

  private static final Map<String, GoldenModel.Factory> BY_CLASS =
      Stream.of(EncoderModels.BY_CLASS, DecoderModels.BY_CLASS)
          .flatMap(each -> each.entrySet().stream())
          .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

  private GoldenModels() {}

  static GoldenModel.Factory of(String className) {
    var factory = BY_CLASS.get(className);
    if (factory == null) {
      throw new UnsupportedFeature("model:" + className);
    }
    return factory;
  }
}
