package io.cambric.kernels.simd.jit;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A vector loop, looked up by name, and its warm-up.
 *
 * <p>C2 inlines vector operations only up to a number of nodes in one compiled method, and boxes
 * the vectors of all further operations. A loop behind a method handle in an instance field is
 * compiled separately, so code around it does not count.
 */
public final class BlockLoops {

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private final String name;
  private final Supplier<MethodHandle> source;
  private final WarmUp warmUp;

  /** Null until the first use: there are many loops, and a program uses few of them. */
  private volatile @Nullable MethodHandle handle;

  /** The arguments of a warm-up run. */
  private final Object[] sample;

  /** The arguments of an empty run; null until the first one. */
  private Object @Nullable [] nothing;

  /** The loop as a function of an argument array; null until the first run. */
  private @Nullable MethodHandle spread;

  /**
   * A loop that is the only static method with its name.
   *
   * @param sample arguments for a run of about {@link WarmUp#LOOPS} iterations. More would only
   *     delay the compilation, since an interpreted iteration is very slow.
   */
  public BlockLoops(Class<?> owner, String name, Object... sample) {
    this(
        owner.getSimpleName() + "." + name, () -> method(owner, name), sample, WarmUp.WORTH, false);
  }

  private BlockLoops(
      String name,
      Supplier<MethodHandle> source,
      Object[] sample,
      long worth,
      boolean returnsAtOnce) {
    this.name = name;
    this.source = source;
    this.sample = sample;
    Runnable empty = returnsAtOnce ? this::runEmpty : null;
    warmUp = new WarmUp(name, () -> run(sample), empty, worth);
  }

  /**
   * {@return a loop; its code is written at the first use} If all int arguments are negative, the
   * code returns after this number of iterations of an empty loop.
   *
   * @param sample arguments of a run of about {@link WarmUp#LOOPS} iterations
   * @param worth points that plain code computes before the loop is requested
   */
  public static BlockLoops of(
      String name, Supplier<MethodHandle> writer, Object[] sample, long worth) {
    return new BlockLoops(name, writer, sample, worth, true);
  }

  /** {@return a handle to the only static method with this name} */
  static MethodHandle method(Class<?> owner, String name) {
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

  /** {@return the exception that a handle threw, as an unchecked one} */
  public static RuntimeException unchecked(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return thrown instanceof RuntimeException runtime ? runtime : new IllegalStateException(thrown);
  }

  @Override
  public String toString() {
    return name;
  }

  private void runEmpty() {
    var arguments = nothing == null ? idle(sample) : nothing;
    nothing = arguments;
    run(arguments);
  }

  private static Object[] idle(Object[] sample) {
    return Arrays.stream(sample)
        .map(argument -> argument instanceof Integer ? (Object) (-WarmUp.LOOPS) : argument)
        .toArray();
  }

  private void run(Object[] arguments) {
    var known = spread;
    var found = known == null ? handle().asSpreader(Object[].class, arguments.length) : known;
    spread = found;
    try {
      found.invokeExact(arguments);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  public MethodHandle handle() {
    var found = handle;
    if (found == null) {
      found = source.get();
      handle = found;
    }
    return found;
  }

  /**
   * {@return whether the loop is compiled and has run} It boxes its arguments, so it suits calls
   * with much work.
   */
  public boolean run(long points, Object... arguments) {
    boolean hot = isHot(points);
    if (hot) {
      run(arguments);
    }
    return hot;
  }

  public WarmUp warmUp() {
    return warmUp;
  }

  /** {@return whether the loop is compiled; see {@link WarmUp#isHot}} */
  public boolean isHot(long points) {
    return warmUp.isHot(points);
  }
}
