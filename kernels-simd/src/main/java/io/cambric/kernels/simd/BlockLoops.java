package io.cambric.kernels.simd;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** A vector loop over blocks, found by name, and whether it is compiled yet. */
final class BlockLoops {

  private static final int SAMPLE = WarmUp.LOOPS * Species.LANES;

  private final Class<?> owner;
  private final String name;
  private final WarmUp warmUp;

  /** Null until it is needed: there are many loops, and a program uses few. */
  private volatile @Nullable MethodHandle handle;

  /** Null until it is needed, or made from the types of the parameters. */
  private Object @Nullable [] sample;

  /** The loop with its arguments in an array; null until it is needed. */
  private @Nullable MethodHandle spread;

  /** Describes the loop; its arrays come with an index each, and the length is last. */
  BlockLoops(Class<?> owner, String name) {
    this(owner, name, WarmUp.WORTH);
  }

  /** Describes such a loop, asked for once plain code has computed so many points. */
  BlockLoops(Class<?> owner, String name, long worth) {
    this.owner = owner;
    this.name = name;
    warmUp = new WarmUp(toString(), this::runSample, worth);
  }

  /**
   * Describes a loop with other parameters.
   *
   * @param sample arguments of a run of {@link WarmUp#LOOPS} turns or little more, because each
   *     takes a hundred times as long until the JIT has compiled it
   */
  BlockLoops(Class<?> owner, String name, Object... sample) {
    this.owner = owner;
    this.name = name;
    this.sample = sample;
    warmUp = new WarmUp(toString(), this::runSample);
  }

  @Override
  public String toString() {
    return owner.getSimpleName() + "." + name;
  }

  /** Called by one thread at a time. */
  private void runSample() {
    var arguments = sample == null ? sample(handle().type()) : sample;
    sample = arguments;
    var known = spread;
    var found = known == null ? handle().asSpreader(Object[].class, arguments.length) : known;
    spread = found;
    try {
      found.invokeExact(arguments);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
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
    var found = handle;
    if (found == null) {
      found = VectorLoop.of(owner, name);
      handle = found;
    }
    return found;
  }

  WarmUp warmUp() {
    return warmUp;
  }

  /** {@return whether the code is compiled; see {@link WarmUp#isHot}} */
  boolean isHot(long points) {
    return warmUp.isHot(points);
  }
}
