package io.cambric.nn.jaxutils;

import static io.cambric.testing.Near.assertNear;
import static io.cambric.testing.Near.range;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.testing.Batch;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CommonUtilsTest {

  @Test
  void a_batch_is_split_into_a_part_for_each_lane() {
    var parts = CommonUtils.shard(new Batch(range(6, 2), range(6, 1)), 3);
    assertThat(parts.x().shape()).isEqualTo(Shape.of(3, 2, 2));
    assertThat(parts.y().shape()).isEqualTo(Shape.of(3, 2, 1));
    assertThat(parts.x().toFloats()).containsExactly(range(12).toFloats());
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> CommonUtils.shard(range(6, 2), 4))
        .withMessageContaining(
            "shard needs a first axis divisible by 4 lanes, but got f32[6,2]. Drop the rest of the batch, or use JaxUtils.padShardUnpad.");
  }

  @Test
  void every_lane_has_a_key_of_its_own() {
    var keys = CommonUtils.shardPrngKey(Key.of(3), 4);
    assertThat(keys.shape()).isEqualTo(Shape.of(4));
    assertThat(keys.data().toInts()).isEqualTo(Key.of(3).split(4).data().toInts());
  }

  @Test
  void trees_are_stacked_leaf_by_leaf() {
    var steps =
        List.of(
            Map.of("loss", range(2), "hits", range(1)),
            Map.of("loss", range(2).add(5), "hits", range(1).add(7)));
    var all = CommonUtils.<Map<String, Array>>stackForest(steps);
    assertNear(all.get("loss"), 0, 1, 5, 6);
    assertThat(all.get("loss").shape()).isEqualTo(Shape.of(2, 2));
    assertNear(all.get("hits"), 0, 7);
  }

  @Test
  void metrics_are_those_of_the_first_lane_of_each_step() {
    var steps = List.of(Map.of("loss", range(2)), Map.of("loss", range(2).add(5)));
    assertNear(CommonUtils.<Map<String, Array>>getMetrics(steps).get("loss"), 0, 5);
  }

  @Test
  void labels_choose_the_place_of_the_on_value() {
    var labels = Numpy.array(new int[] {2, 0, 5});
    assertNear(CommonUtils.onehot(labels, 3), 0, 0, 1, 1, 0, 0, 0, 0, 0);
    var smooth = CommonUtils.onehot(labels, 3, .9, .05);
    assertNear(smooth, .05, .05, .9, .9, .05, .05, .05, .05, .05);
    assertThat(smooth.dtype()).isEqualTo(DType.F32);
    assertThat(smooth.shape()).isEqualTo(Shape.of(3, 3));
  }
}
