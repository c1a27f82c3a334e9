package io.cambric.programs;

import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.core.NdArray;
import io.cambric.interpreters.StagingTrace;
import io.cambric.interpreters.Traced;
import io.cambric.programs.ProgramKind.Derivatives;
import io.cambric.programs.ProgramKind.Values;
import io.cambric.testing.Seeds;
import io.cambric.transform.Transforms;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * A random program as a jaxpr, with arguments: the same for one seed on every machine.
 *
 * <p>The arrays that a program knows are its first arguments.
 */
public final class RandomProgram {

  /** The number of draws of arguments, until a program is exact at some. */
  private static final int ATTEMPTS = 40;

  private final Sample sample;
  private final Traced traced;
  private final List<NdArray> arguments;

  private RandomProgram(Sample sample, Traced traced, List<NdArray> arguments) {
    this.sample = sample;
    this.traced = traced;
    this.arguments = concrete(traced.withConstants(List.copyOf(arguments)));
  }

  /**
   * {@return a program of whole numbers that are exact in all dtypes, so that every order of
   * summation gives the same bits}
   */
  public static RandomProgram ofWholeNumbers(long seed) {
    return of(Values.WHOLE, seed);
  }

  /** {@return a program of whole numbers, whose operations all have batching rules} */
  public static RandomProgram mappable(long seed) {
    return of(Values.MAPPABLE, seed);
  }

  private static RandomProgram of(Values values, long seed) {
    var sample = Sample.of(new ProgramKind(values, Derivatives.BOTH), seed);
    var avals = sample.arguments().stream().map(NdArray::aval).toList();
    var traced = StagingTrace.trace("random", avals, sample.program()::apply);
    return new RandomProgram(sample, traced, sample.arguments());
  }

  /** {@return the gradient of a program of f64 arrays, with respect to its floating arguments} */
  public static RandomProgram gradient(long seed) {
    var sample = Sample.of(new ProgramKind(Values.SMOOTH, Derivatives.REVERSE), seed);
    var smooth = Smooth.of(sample);
    var avals = smooth.primals().stream().map(NdArray::aval).toList();
    var traced = StagingTrace.trace("random", avals, Transforms.grad(smooth.loss())::apply);
    return new RandomProgram(sample, traced, smooth.primals());
  }

  /** {@return the program} */
  public Jaxpr jaxpr() {
    return traced.jaxpr();
  }

  /** {@return one argument an input} */
  public List<NdArray> arguments() {
    return arguments;
  }

  /** {@return other arguments of the same types} */
  public List<NdArray> otherArguments(long seed) {
    return otherArguments(seed, _ -> false);
  }

  /**
   * {@return other arguments of the same types, at which all steps of a program of whole numbers
   * are exact}
   *
   * @param kept holds for the numbers of those inputs whose arguments stay
   */
  public List<NdArray> otherArguments(long seed, IntPredicate kept) {
    var random = Seeds.generator(seed);
    int known = traced.constants().size();
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      var others = new ArrayList<NdArray>();
      for (int i = 0; i < sample.arguments().size(); i++) {
        var argument = sample.arguments().get(i);
        others.add(
            kept.test(known + i) ? argument : WholeNumbers.argument(random, argument.aval()));
      }
      if (WholeNumbers.areExact(sample.program(), others)) {
        return concrete(traced.withConstants(List.copyOf(others)));
      }
    }
    return arguments;
  }

  private static List<NdArray> concrete(List<? extends Array> arrays) {
    return arrays.stream().map(array -> array.concrete("a random program")).toList();
  }

  @Override
  public String toString() {
    return sample.toString();
  }
}
