package io.cambric.flax.lift;

import static io.cambric.module.ApplyOptions.mutable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.module.LambdaLayer;
import io.cambric.module.Lift;
import io.cambric.module.Modules;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.scope.lift.WhileLift;
import io.cambric.testing.Seeds;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.WithResiduals;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random nestings of lifted transformations over a collection that all lanes and iterations share.
 * Each equals loops and branches in Java over {@code apply}. Parameters that may be written pass
 * through all of them unchanged, and so do their gradients. {@code -Dtests.seed} repeats one run.
 */
class BroadcastNestingPropertyTest {

  private static final int RUNS = 240;
  private static final int WIDTH = 2;

  static LongStream seeds() {
    return Seeds.of(RUNS);
  }

  /** A step of a nesting. */
  private enum Step {
    VMAP,
    SCAN,
    COND,
    SWITCH,
    WHILE,
    JIT,
    REMAT,
    CUSTOM_VJP;

    Fn2<Line, Array, Array> lifted(Fn2<Line, Array, Array> inner) {
      return switch (this) {
        case VMAP ->
            (m, x) ->
                Lift.vmap(inner)
                    .variableBroadcast("params")
                    .shareRngs("params")
                    .apply(m, Numpy.stack(List.of(x, otherLane(x))))
                    .sum(0);
        case SCAN ->
            (m, x) ->
                Lift.scan((Line n, Array c) -> inner.apply(n, c).tanh())
                    .variableBroadcast("params")
                    .shareRngs("params")
                    .length(2)
                    .apply(m, x);
        case COND ->
            (m, x) -> Lift.cond(x.sum().gt(0), inner, (n, y) -> inner.apply(n, y).mul(2), m, x);
        case SWITCH ->
            (m, x) ->
                Lift.switchCase(
                    x.sum().gt(0).astype(DType.I32),
                    List.<Fn2<Line, Array, Array>>of((_, y) -> y.mul(3), inner, inner),
                    m,
                    x);
        case WHILE ->
            (m, x) ->
                Lift.whileLoop(
                        WhileLift.NONE.withVariableCarry("params"),
                        (Line _, List<Array> c) -> c.getFirst().lt(2),
                        (n, c) -> List.of(c.getFirst().add(1), inner.apply(n, c.getLast()).tanh()),
                        m,
                        List.of(NdArray.scalar(DType.I32, 0), x))
                    .getLast();
        case JIT -> (m, x) -> Lift.jit(inner).apply(m, x);
        case REMAT -> (m, x) -> Lift.remat(inner).apply(m, x);
        case CUSTOM_VJP ->
            (m, x) ->
                Lift.customVjp(
                        inner,
                        (n, y) -> {
                          var vjp = Lift.vjp(inner, n, y);
                          return new WithResiduals<>(vjp.output(), vjp.pullback());
                        },
                        (pullback, cotangent) -> pullback.apply(cotangent))
                    .apply(m, x);
      };
    }

    /** {@return the same in Java, of arrays with values} */
    Fn<Array, Array> plain(Fn<Array, Array> inner) {
      return switch (this) {
        case VMAP -> x -> inner.apply(x).add(inner.apply(otherLane(x)));
        case SCAN, WHILE -> x -> inner.apply(inner.apply(x).tanh()).tanh();
        case COND -> x -> isPositive(x) ? inner.apply(x) : inner.apply(x).mul(2);
        case SWITCH -> x -> isPositive(x) ? inner.apply(x) : x.mul(3);
        case JIT, REMAT, CUSTOM_VJP -> inner;
      };
    }

    private static Array otherLane(Array x) {
      return x.mul(0.5).add(0.25);
    }

    private static boolean isPositive(Array x) {
      return x.sum().item() > 0;
    }
  }

  private static List<Step> steps(RandomGenerator random) {
    var steps = new ArrayList<Step>();
    int count = 2 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      steps.add(Step.values()[random.nextInt(Step.values().length)]);
    }
    return steps;
  }

  /** A model with a line that it calls once, and then in the nesting. */
  private static LambdaLayer model(Fn2<Line, Array, Array> nested) {
    return Modules.of(
        "Nested",
        x -> {
          var line = Line.of(WIDTH).named("line");
          return nested.apply(line, line.call(x));
        });
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void nestings_share_a_collection_that_may_be_written(long seed) {
    var random = Seeds.generator(seed);
    var steps = steps(random);
    Fn2<Line, Array, Array> lifted = (m, x) -> m.call(x);
    for (var step : steps) {
      lifted = step.lifted(lifted);
    }
    var model = model(lifted);
    var x = Random.normal(Key.of(seed), Shape.of(WIDTH), DType.F32);
    var variables = model.init(Key.of(seed + 1), x);

    var line = Variables.of(variables.params().at("line"));
    Fn<Array, Array> plain = y -> Line.of(WIDTH).apply(line, y);
    for (var step : steps) {
      plain = step.plain(plain);
    }
    var expected = plain.apply(Line.of(WIDTH).apply(line, x));

    var applied = model.apply(variables, mutable("params"), x);
    assertNear(steps, applied.output(), expected);
    assertNear(steps, model.apply(variables, x), expected);
    assertNear(steps, Transforms.jit((Array y) -> model.apply(variables, y)).apply(x), expected);
    for (var path : variables.params().paths()) {
      var names = path.split("/");
      assertThat(applied.variables().params().get(names).toFloats())
          .as("%s of %s", path, steps)
          .isEqualTo(variables.params().get(names).toFloats());
    }
    if (!steps.contains(Step.WHILE)) {
      requireSameGradients(steps, model, variables, x);
    }
  }

  private static void requireSameGradients(
      List<Step> steps, LambdaLayer model, Variables variables, Array x) {
    Fn<Params, Array> written =
        p -> {
          var applied = model.apply(Variables.of(p), mutable("params"), x);
          var bias = applied.variables().params().get("line", "Dense_0", "bias");
          return applied.output().sum().add(bias.sum());
        };
    Fn<Params, Array> read =
        p -> model.apply(Variables.of(p), x).sum().add(p.get("line", "Dense_0", "bias").sum());
    var grads = Transforms.grad(written).apply(variables.params());
    var expected = Transforms.grad(read).apply(variables.params());
    for (var path : expected.paths()) {
      assertNear(steps, grads.get(path.split("/")), expected.get(path.split("/")));
    }
  }

  private static void assertNear(List<Step> steps, Array actual, Array expected) {
    var values = actual.toFloats();
    var wanted = expected.toFloats();
    assertThat(values).as("%s", steps).hasSameSizeAs(wanted);
    for (int i = 0; i < wanted.length; i++) {
      assertThat(values[i])
          .as("%s", steps)
          .isCloseTo(wanted[i], within(1e-5f * (1 + Math.abs(wanted[i]))));
    }
  }
}
