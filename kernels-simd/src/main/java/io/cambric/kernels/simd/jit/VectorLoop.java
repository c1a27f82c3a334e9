package io.cambric.kernels.simd.jit;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;

/**
 * Method handles of vector loops, which the JIT cannot see through.
 *
 * <p>C2 inlines vector operations only up to a number of nodes in one compiled method, and boxes
 * each vector from there on. A loop behind a handle in an instance field is compiled separately, so
 * that code around it does not count.
 */
public final class VectorLoop {

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private VectorLoop() {}

  /** {@return a handle of the only static method with this name} */
  public static MethodHandle of(Class<?> owner, String name) {
    try {
      return LOOKUP.unreflect(
          Arrays.stream(owner.getDeclaredMethods())
              .filter(method -> method.getName().equals(name))
              .findFirst()
              .orElseThrow());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** {@return an unchecked form of what a handle threw} */
  public static RuntimeException unchecked(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return thrown instanceof RuntimeException runtime ? runtime : new IllegalStateException(thrown);
  }
}
