package io.cambric.programs;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.programs.Check.Outcome;
import io.cambric.testing.TestArrays;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import java.util.List;

/** Checks of derivatives of a program against each other and against its values. */
final class DerivativeChecks {

  /** Second derivatives of larger programs are too many equations. */
  private static final int MAX_STEPS = 25;

  private DerivativeChecks() {}

  /** {@return the checks} */
  static List<Check> all() {
    return List.of(
        new Check("jvp = differences", (sample, _) -> jvpOfDifferences(sample)),
        new Check("vjp = differences", (sample, _) -> vjpOfDifferences(sample)),
        new Check("linearize = jvp", (sample, _) -> linearize(sample)),
        new Check("vjp = jvp, in an inner product", (sample, _) -> innerProduct(sample)),
        new Check("jvp of jit = jvp", 2, (sample, _) -> jvpOfJit(sample)),
        new Check("grad of jit = grad", 2, (sample, _) -> gradOfJit(sample)),
        new Check("jit of grad = grad", 2, (sample, _) -> jitOfGrad(sample)),
        new Check("jvp of grad = grad of jvp", 4, (sample, _) -> second(sample)));
  }

  private static boolean isForward(Smooth f) {
    return !f.isEmpty() && !f.sample().program().restrictions().contains(Restriction.REVERSE_ONLY);
  }

  private static boolean isReverse(Smooth f) {
    return !f.isEmpty() && !f.sample().program().restrictions().contains(Restriction.FORWARD_ONLY);
  }

  private static boolean isLimit(Smooth f) {
    return !f.sample().kind().isMixed()
        && !f.sample().program().restrictions().contains(Restriction.NOT_A_LIMIT);
  }

  private static List<Array> primals(Smooth f) {
    return Checks.arguments(f.primals());
  }

  private static List<Array> jvp(Smooth f, Fn<List<Array>, List<Array>> function) {
    return Transforms.jvp(function, primals(f), Smooth.directions(f.primals(), 1)).tangent();
  }

  private static Outcome jvpOfDifferences(Sample sample) {
    var f = Smooth.of(sample);
    if (!isForward(f) || !isLimit(f)) {
      return Outcome.NOT_APPLICABLE;
    }
    return Differences.check(
        "jvp, differences",
        jvp(f, f.function()),
        f.function(),
        f.primals(),
        Smooth.directions(f.primals(), 1));
  }

  private static Outcome vjpOfDifferences(Sample sample) {
    var f = Smooth.of(sample);
    if (!isReverse(f) || !isLimit(f)) {
      return Outcome.NOT_APPLICABLE;
    }
    var directions = Smooth.directions(f.primals(), 1);
    var slope = inner(Transforms.grad(f.loss()).apply(primals(f)), directions);
    return Differences.check(
        "grad, differences",
        List.of(slope),
        x -> List.of(f.loss().apply(x)),
        f.primals(),
        directions);
  }

  /** {@return the sum of the products of elements, as a scalar} */
  private static Array inner(List<Array> a, List<Array> b) {
    return NdArray.scalar(DType.F64, TestArrays.inner(a, b));
  }

  private static Outcome linearize(Sample sample) {
    var f = Smooth.of(sample);
    if (!isForward(f)) {
      return Outcome.NOT_APPLICABLE;
    }
    return Outcome.of(
        Comparison.close(
            "linearize, jvp",
            () ->
                Transforms.linearize(f.function(), primals(f))
                    .linear()
                    .apply(Smooth.directions(f.primals(), 1)),
            () -> jvp(f, f.function())));
  }

  private static Outcome innerProduct(Sample sample) {
    var f = Smooth.of(sample);
    if (!isForward(f) || !isReverse(f)) {
      return Outcome.NOT_APPLICABLE;
    }
    return Outcome.of(
        Comparison.close(
            "inner product with vjp, with jvp",
            () -> {
              var vjp = Transforms.vjp(f.function(), primals(f));
              var back = vjp.pullback().apply(Smooth.directions(vjp.output(), 2));
              return List.of(inner(back, Smooth.directions(f.primals(), 1)));
            },
            () -> {
              var tangents = jvp(f, f.function());
              return List.of(inner(Smooth.directions(tangents, 2), tangents));
            }));
  }

  private static Outcome jvpOfJit(Sample sample) {
    var f = Smooth.of(sample);
    if (!isForward(f)) {
      return Outcome.NOT_APPLICABLE;
    }
    return Outcome.of(
        Comparison.close(
            "jvp of jit, jvp",
            () -> jvp(f, Transforms.jit(f.function())::apply),
            () -> jvp(f, f.function())));
  }

  private static Outcome gradOfJit(Sample sample) {
    var f = Smooth.of(sample);
    if (!isReverse(f)) {
      return Outcome.NOT_APPLICABLE;
    }
    var jitted = Transforms.jit(f.loss());
    Fn<List<Array>, Array> called = jitted::apply;
    return Outcome.of(
        Comparison.close(
            "grad of jit, grad",
            () -> Transforms.grad(called).apply(primals(f)),
            () -> Transforms.grad(f.loss()).apply(primals(f))));
  }

  private static Outcome jitOfGrad(Sample sample) {
    var f = Smooth.of(sample);
    if (!isReverse(f)) {
      return Outcome.NOT_APPLICABLE;
    }
    var grad = Transforms.grad(f.loss());
    return Outcome.of(
        Comparison.close(
            "jit of grad, grad",
            () -> Transforms.jit(grad).apply(primals(f)),
            () -> grad.apply(primals(f))));
  }

  /** Second derivatives are symmetric: forwards over backwards is backwards over forwards. */
  private static Outcome second(Sample sample) {
    var f = Smooth.of(sample);
    boolean both = isForward(f) && isReverse(f);
    if (!both || sample.program().size() > MAX_STEPS) {
      return Outcome.NOT_APPLICABLE;
    }
    Fn<List<Array>, Array> slope =
        x -> Transforms.jvp(f.loss(), x, Smooth.directions(f.primals(), 1)).tangent();
    return Outcome.of(
        Comparison.close(
            "jvp of grad, grad of jvp",
            () -> jvp(f, Transforms.grad(f.loss())),
            () -> Transforms.grad(slope).apply(primals(f))));
  }
}
