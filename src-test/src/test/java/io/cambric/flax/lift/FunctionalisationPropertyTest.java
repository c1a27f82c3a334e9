package io.cambric.flax.lift;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.testing.Seeds;
import io.cambric.transform.ScanOptions;
import io.cambric.transform.Transforms;
import io.cambric.transform.result.Carry;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The law of lifted transformations: each equals the plain transformation of {@code apply}, as
 * written by hand. Random sizes and axes; {@code -Dtests.seed} repeats one run.
 */
class FunctionalisationPropertyTest {

  private static final int RUNS = 12;

  static LongStream seeds() {
    return Seeds.of(RUNS);
  }

  private static Array normal(RandomGenerator random, Shape shape) {
    return Random.normal(Key.of(random.nextInt(1 << 20)), shape, DType.F32);
  }

  private record Sizes(int lanes, int rows, int in, int out) {
    static Sizes of(RandomGenerator random) {
      return new Sizes(
          1 + random.nextInt(4),
          1 + random.nextInt(3),
          1 + random.nextInt(4),
          1 + random.nextInt(4));
    }
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void vmap_of_a_module_is_vmap_of_its_apply(long seed) {
    var random = Seeds.generator(seed);
    var sizes = Sizes.of(random);
    int variableAxis = random.nextInt(2);
    int inAxis = random.nextInt(2);
    int outAxis = random.nextInt(2);
    var line = Line.of(sizes.out());
    var xs =
        normal(
            random,
            inAxis == 0
                ? Shape.of(sizes.lanes(), sizes.rows(), sizes.in())
                : Shape.of(sizes.rows(), sizes.lanes(), sizes.in()));
    var lifted =
        line.vmap()
            .variableAxis("params", variableAxis)
            .splitRngs("params")
            .inAxes(inAxis)
            .outAxes(outAxis);
    var variables = lifted.init(Key.of(random.nextInt(100)), xs);

    var byHand =
        Transforms.vmap((Params params, Array x) -> line.apply(Variables.of(params), x))
            .inAxes(variableAxis, inAxis)
            .outAxes(outAxis)
            .apply(variables.params(), xs);

    assertThat(lifted.apply(variables, xs).toFloats()).isEqualTo(byHand.toFloats());
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void scan_of_a_module_is_scan_of_its_apply(long seed) {
    var random = Seeds.generator(seed);
    var sizes = Sizes.of(random);
    var body = LoopBody.of();
    var carry = normal(random, Shape.of(sizes.rows(), sizes.in()));
    var xs = normal(random, Shape.of(sizes.lanes(), sizes.rows(), sizes.in()));
    boolean reverse = random.nextBoolean();
    var lifted = body.scan().variableAxis("params", 0).splitRngs("params").reverse(reverse);
    var variables = lifted.init(Key.of(random.nextInt(100)), carry, xs);

    Carry<Array, Array> byHand =
        Transforms.scan(
            (Array c, List<Object> row) ->
                body.apply(Variables.of((Params) row.get(0)), c, (Array) row.get(1)),
            carry,
            List.<Object>of(variables.params(), xs),
            ScanOptions.DEFAULT.withReverse(reverse));
    var result = lifted.apply(variables, carry, xs);

    assertThat(result.carry().toFloats()).isEqualTo(byHand.carry().toFloats());
    assertThat(result.output().toFloats()).isEqualTo(byHand.output().toFloats());
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void gradients_through_a_lifted_loop_are_those_of_the_loop_unrolled(long seed) {
    var random = Seeds.generator(seed);
    var sizes = Sizes.of(random);
    var body = LoopBody.of();
    var carry = normal(random, Shape.of(sizes.in()));
    var xs = normal(random, Shape.of(sizes.lanes(), sizes.in()));
    var lifted = body.scan().variableBroadcast("params").shareRngs("params");
    var params = lifted.init(Key.of(random.nextInt(100)), carry, xs).params();

    var loop =
        Transforms.grad(
                (Params p) -> lifted.apply(Variables.of(p), carry, xs).output().square().sum())
            .apply(params);
    var unrolled =
        Transforms.grad(
                (Params p) -> {
                  var c = carry;
                  var sum = carry.sum().mul(0);
                  for (int i = 0; i < sizes.lanes(); i++) {
                    c = body.apply(Variables.of(p), c, xs.get(i)).carry();
                    sum = sum.add(c.square().sum());
                  }
                  return sum;
                })
            .apply(params);

    for (var name : List.of("kernel", "bias")) {
      var a = loop.get("Dense_0", name).toFloats();
      var b = unrolled.get("Dense_0", name).toFloats();
      for (int i = 0; i < a.length; i++) {
        assertThat(a[i])
            .isCloseTo(b[i], org.assertj.core.data.Offset.offset(1e-4f * (1 + Math.abs(b[i]))));
      }
    }
  }
}
