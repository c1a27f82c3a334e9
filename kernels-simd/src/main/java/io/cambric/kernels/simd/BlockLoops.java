package io.cambric.kernels.simd;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;

/** A vector loop over blocks, found by name, and whether it is compiled yet. */
final class BlockLoops {

  private static final int SAMPLE = 1024;

  private final MethodHandle handle;
  private final WarmUp warmUp;

  /** Finds the loop; its arrays come with an index each, and the length is last. */
  BlockLoops(Class<?> owner, String name) {
    handle = VectorLoop.of(owner, name);
    Object[] sample = sample(handle.type());
    // 1 ns an element: compiled vector code takes a tenth of that.
    warmUp =
        new WarmUp(
            () -> {
              try {
                handle.invokeWithArguments(sample);
              } catch (Throwable e) {
                throw VectorLoop.unchecked(e);
              }
            },
            SAMPLE);
  }

  private static Object[] sample(MethodType type) {
    var arguments = new Object[type.parameterCount()];
    for (int i = 0; i < arguments.length; i++) {
      Class<?> parameter = type.parameterType(i);
      if (parameter == float[].class) {
        arguments[i] = new float[SAMPLE];
      } else if (parameter == int[].class) {
        arguments[i] = new int[SAMPLE];
      } else {
        arguments[i] = i == arguments.length - 1 ? SAMPLE : 0;
      }
    }
    return arguments;
  }

  MethodHandle handle() {
    return handle;
  }

  WarmUp warmUp() {
    return warmUp;
  }

  boolean isHot() {
    return warmUp.isHot();
  }
}
