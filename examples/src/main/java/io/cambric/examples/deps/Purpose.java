package io.cambric.examples.deps;

import java.util.List;
import java.util.Locale;

/** Something that a program may be for, and the modules that it names. */
enum Purpose {
  TOKENIZER("text"),
  ARRAYS("core", "kernels.simd"),
  FILES("io"),
  TABLES("data"),
  LAYERS("layers", "kernels.simd"),
  TRAINING("starter", "kernels.simd"),
  EMBEDDINGS("models", "kernels.simd"),
  SERVING("serving", "layers", "kernels.simd"),
  PROCESSES("distributed", "kernels.simd"),
  SPARK("training", "data", "distributed", "kernels.simd");

  private static final String OURS = "io.cambric.";

  private final List<String> modules;

  Purpose(String... modules) {
    this.modules = List.of(modules);
  }

  /** {@return the modules that a program of this purpose names} */
  List<String> modules() {
    return modules.stream().map(OURS::concat).toList();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
