package io.cambric.nn;

import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.testing.Near.range;
import static io.cambric.transform.Transforms.pmap;
import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.data.Offset.offset;

import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import io.cambric.transform.function.ArrayFn;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Lanes of a named axis share the statistics of their group. */
class GroupedLanesTest {

  private static final List<List<Integer>> PAIRS = List.of(List.of(0, 2), List.of(1, 3));
  private static final Array X = range(4, 3, 2).sin();

  private static BatchNorm batchNorm() {
    return BatchNorm.of(false).withAxisName("lanes").withAxisIndexGroups(PAIRS);
  }

  private static ArrayFn batchNorm(Variables variables, BatchNorm norm) {
    return x -> norm.apply(variables, mutable("batch_stats"), m -> m.call(x)).output();
  }

  @Test
  void batch_norm_normalises_a_group_as_one_batch() {
    var variables = batchNorm().init(Key.of(0), range(3, 2));
    var alone = batchNorm(variables, BatchNorm.of(false));
    var lane = batchNorm(variables, batchNorm());

    var mapped = vmap(lane).axisName("lanes").apply(X);
    for (var pair : PAIRS) {
      Array first = X.get(pair.get(0));
      Array second = X.get(pair.get(1));
      var expected = alone.apply(Numpy.concatenate(List.of(first, second), 0));
      for (int i = 0; i < 2; i++) {
        Array y = mapped.get(pair.get(i));
        Array part = expected.slice(0, 3 * i, 3 * i + 3);
        assertThat(y.ravel().toFloats()).containsExactly(part.ravel().toFloats(), offset(2e-6f));
      }
    }
    assertThat(pmap(lane).axisName("lanes").apply(X).ravel().toFloats())
        .containsExactly(mapped.ravel().toFloats());
  }

  static Stream<Arguments> norms() {
    var key = Key.of(0);
    var layer = LayerNorm.of().withAxisName("lanes").withAxisIndexGroups(PAIRS);
    var rms = RmsNorm.of().withAxisName("lanes").withAxisIndexGroups(PAIRS);
    var group = GroupNorm.of(1).withAxisName("lanes").withAxisIndexGroups(PAIRS);
    var instance = InstanceNorm.of().withAxisName("lanes").withAxisIndexGroups(PAIRS);
    return Stream.of(
        norm("LayerNorm", x -> layer.initWithOutput(key, x).output()),
        norm("RMSNorm", x -> rms.initWithOutput(key, x).output()),
        norm("GroupNorm", x -> group.initWithOutput(key, x).output()),
        norm("InstanceNorm", x -> instance.initWithOutput(key, x).output()));
  }

  private static Arguments norm(String name, ArrayFn norm) {
    return Arguments.of(name, norm);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("norms")
  void a_lane_sees_the_lanes_of_its_group_only(String name, ArrayFn norm) {
    var y = vmap(norm).axisName("lanes").apply(X);
    var moved = X.at(1).add(range(3, 2)).at(3).multiply(2);
    var z = vmap(norm).axisName("lanes").apply(moved);
    for (int lane : new int[] {0, 2}) {
      assertThat(z.get(lane).ravel().toFloats()).containsExactly(y.get(lane).ravel().toFloats());
    }
    assertThat(z.get(1).ravel().toFloats()).isNotEqualTo(y.get(1).ravel().toFloats());
    var lone = X.at(2).multiply(3);
    assertThat(vmap(norm).axisName("lanes").apply(lone).get(0).ravel().toFloats())
        .isNotEqualTo(y.get(0).ravel().toFloats());
  }

  @Test
  void groups_have_each_lane_once() {
    var norm = LayerNorm.of().withAxisName("lanes").withAxisIndexGroups(List.of(List.of(0, 1)));
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() ->
            vmap((Array x) -> norm.initWithOutput(Key.of(0), x).output())
                .axisName("lanes")
                .apply(X))
        .withMessageContaining(
            "In LayerNorm: pmean over axis lanes:4 needs groups that contain each of its 4 lanes once, but got [[0, 1]]. Correct the groups.");
  }
}
