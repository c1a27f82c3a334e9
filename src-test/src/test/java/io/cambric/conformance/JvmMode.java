package io.cambric.conformance;

import io.cambric.array.DType;
import io.cambric.conformance.format.GoldenCase;
import java.util.List;

/**
 * The settings that are fixed when a JVM starts. Cases recorded with other settings need a JVM of
 * their own.
 */
enum JvmMode {
  /** The default settings of Flax and JAX. */
  DEFAULT(List.of()),
  /** The 64-bit mode of JAX. */
  X64(List.of("-Dcambric.x64=true")),
  /** The separator between the names that random keys are made of. */
  RNG_SEPARATOR(List.of("-Dcambric.rng.separator=true"));

  private final List<String> flags;

  JvmMode(List<String> flags) {
    this.flags = flags;
  }

  /** {@return the mode of this JVM} */
  static JvmMode current() {
    if (DType.x64()) {
      return X64;
    }
    return Boolean.getBoolean("cambric.rng.separator") ? RNG_SEPARATOR : DEFAULT;
  }

  /** {@return the mode that a case was recorded in} */
  static JvmMode of(GoldenCase golden) {
    if (golden.isX64()) {
      return X64;
    }
    return golden.hasRngSeparator() ? RNG_SEPARATOR : DEFAULT;
  }

  /** The options of a JVM in this mode. */
  List<String> flags() {
    return flags;
  }
}
