package io.cambric.programs;

import io.cambric.compile.Compiler;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.interpreters.StagingTrace;
import io.cambric.programs.Check.Outcome;
import io.cambric.programs.Comparison.Difference;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** The list of all checks of programs, and the checks of evaluation and compilation. */
final class Checks {

  private Checks() {}

  /** {@return all checks} */
  static List<Check> all() {
    return Stream.of(evaluation(), DerivativeChecks.all(), MappingChecks.all())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Check> evaluation() {
    return List.of(
        new Check("evalShape = types of results", (sample, _) -> types(sample)),
        new Check("jit = evaluation", (sample, _) -> compiled(sample)),
        new Check("jit again = jit, bit by bit", Checks::again),
        new Check("optimised equations = evaluation", (sample, _) -> optimised(sample)),
        new Check("control flow = Java's loops and branches", (sample, _) -> plain(sample)),
        new Check("makeJaxpr gives one text", (sample, _) -> text(sample)));
  }

  static Fn<List<Array>, List<Array>> function(Sample sample) {
    return sample.program()::apply;
  }

  /** {@return the arguments, with noise if the current trace adds it} */
  static List<Array> arguments(List<NdArray> arguments) {
    return arguments.stream().map(NoisyTrace::moved).toList();
  }

  private static Outcome types(Sample sample) {
    var predicted = Transforms.evalShape(function(sample), arguments(sample.arguments()));
    var results = sample.program().apply(arguments(sample.arguments()));
    List<ShapedArray> types = results.stream().map(Array::aval).toList();
    if (!types.equals(predicted)) {
      throw new Difference("evalShape gives %s, but results are %s".formatted(predicted, types));
    }
    return Outcome.HELD;
  }

  private static Outcome compiled(Sample sample) {
    var jitted = Transforms.jit(function(sample));
    var results = sample.program().apply(arguments(sample.arguments()));
    var compiled = jitted.apply(arguments(sample.arguments()));
    for (int k = 0; k < results.size(); k++) {
      if (!results.get(k).aval().equals(compiled.get(k).aval())) {
        throw new Difference(
            "jit: result %d is %s, not %s"
                .formatted(k, compiled.get(k).aval(), results.get(k).aval()));
      }
    }
    return Outcome.of(
        Comparison.close(
            "jit, evaluation",
            () -> jitted.apply(arguments(sample.arguments())),
            () -> sample.program().apply(arguments(sample.arguments()))));
  }

  private static Outcome again(Sample sample, RandomGenerator random) {
    var jitted = Transforms.jit(function(sample));
    var arguments = arguments(sample.arguments());
    var first = jitted.apply(arguments);
    var before = first.stream().map(PlainLoops::copy).toList();
    jitted.apply(arguments(sample.nearby(random)));
    var third = jitted.apply(arguments);
    Comparison.identical("results of the first run, after others", first, before);
    Comparison.identical("jit, run again", third, before);
    Comparison.identical(
        "jit, traced anew", Transforms.jit(function(sample)).apply(arguments), before);
    return Outcome.HELD;
  }

  private static Outcome optimised(Sample sample) {
    var avals = sample.arguments().stream().map(NdArray::aval).toList();
    var traced = StagingTrace.trace("optimised", avals, sample.program()::apply);
    var optimised = Compiler.optimise(traced.jaxpr());
    return Outcome.of(
        Comparison.close(
            "optimised, evaluation",
            () -> optimised.eval(traced.withConstants(arguments(sample.arguments()))),
            () -> sample.program().apply(arguments(sample.arguments()))));
  }

  private static Outcome plain(Sample sample) {
    return Outcome.of(
        Comparison.close(
            "control flow, Java's loops and branches",
            () -> sample.program().apply(arguments(sample.arguments())),
            () -> sample.program().applyPlainly(arguments(sample.arguments()))));
  }

  private static Outcome text(Sample sample) {
    var arguments = arguments(sample.arguments());
    var once = Transforms.makeJaxpr(function(sample), arguments).toText();
    var twice = Transforms.makeJaxpr(function(sample), arguments).toText();
    if (!once.equals(twice)) {
      throw new Difference("makeJaxpr gives\n%s\nand then\n%s".formatted(once, twice));
    }
    return Outcome.HELD;
  }
}
