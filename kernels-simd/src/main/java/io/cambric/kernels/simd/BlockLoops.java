package io.cambric.kernels.simd;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A vector loop, found by name, and its warm-up. A method handle in an instance field keeps C2 from
 * inlining the loop into its caller; see {@link VectorLoop}.
 */
final class BlockLoops {

  private static final int SAMPLE = WarmUp.LOOPS * Species.LANES;

  private final Class<?> owner;
  private final String name;
  private final WarmUp warmUp;

  /** Null until the first use: there are many loops, and a program uses few of them. */
  private volatile @Nullable MethodHandle handle;

  /**
   * The arguments of a warm-up run. Null until the first run if they follow from the parameter
   * types.
   */
  private Object @Nullable [] sample;

  /** The arguments of a run with nothing to do. Null until the first one. */
  private Object @Nullable [] nothing;

  /** The loop as a function of an argument array. Null until the first warm-up run. */
  private @Nullable MethodHandle spread;

  /**
   * A loop over blocks: each array parameter is followed by an index, and the length is the last
   * parameter.
   */
  BlockLoops(Class<?> owner, String name) {
    this(owner, name, WarmUp.WORTH);
  }

  /** A loop over blocks that is requested once plain code has computed {@code worth} points. */
  BlockLoops(Class<?> owner, String name, long worth) {
    this.owner = owner;
    this.name = name;
    warmUp = new WarmUp(toString(), this::runSample, worth);
  }

  /**
   * A loop with other parameters.
   *
   * @param sample arguments for a run of about {@link WarmUp#LOOPS} iterations. More would only
   *     delay the compilation, since an interpreted iteration is very slow.
   */
  BlockLoops(Class<?> owner, String name, Object... sample) {
    this(owner, name, sample, false);
  }

  private BlockLoops(Class<?> owner, String name, Object[] sample, boolean returnsAtOnce) {
    this.owner = owner;
    this.name = name;
    this.sample = sample;
    warmUp = new WarmUp(toString(), this::runSample, returnsAtOnce ? this::runEmpty : null);
  }

  /**
   * {@return a loop that returns at once if all its int arguments are zero, without an iteration of
   * a vector loop}
   *
   * @param sample as for other loops
   */
  static BlockLoops returningAtOnce(Class<?> owner, String name, Object... sample) {
    return new BlockLoops(owner, name, sample, true);
  }

  @Override
  public String toString() {
    return owner.getSimpleName() + "." + name;
  }

  /** Runs on one thread at a time. */
  private void runSample() {
    var arguments = sample == null ? sample(handle().type()) : sample;
    sample = arguments;
    run(arguments);
  }

  private void runEmpty() {
    var arguments = nothing == null ? withoutCounts(Objects.requireNonNull(sample)) : nothing;
    nothing = arguments;
    run(arguments);
  }

  private static Object[] withoutCounts(Object[] sample) {
    return Arrays.stream(sample)
        .map(argument -> argument instanceof Integer ? (Object) 0 : argument)
        .toArray();
  }

  private void run(Object[] arguments) {
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

  /** {@return whether the loop is compiled; see {@link WarmUp#isHot}} */
  boolean isHot(long points) {
    return warmUp.isHot(points);
  }
}
