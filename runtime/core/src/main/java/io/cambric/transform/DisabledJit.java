package io.cambric.transform;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.ConcretizationException;
import java.util.Optional;
import java.util.function.Supplier;

/** Whether compiled functions, loops and branches run as plain Java code. */
final class DisabledJit {

  private static final ScopedValue<Boolean> DISABLED = ScopedValue.newInstance();

  private DisabledJit() {}

  static <R> R run(Supplier<? extends R> body) {
    return ScopedValue.where(DISABLED, true).call(body::get);
  }

  static boolean isOn() {
    return DISABLED.isBound();
  }

  /** {@return the value for a branch of Java code, if jit is disabled and the value is known} */
  static Optional<NdArray> value(String what, Array array) {
    if (!isOn()) {
      return Optional.empty();
    }
    try {
      return Optional.of(array.concrete(what));
    } catch (ConcretizationException _) {
      // If lanes differ or a program is being recorded, the operation chooses.
      return Optional.empty();
    }
  }
}
