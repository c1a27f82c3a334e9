package io.cambric.nn;

import static io.cambric.testing.Near.array;
import static io.cambric.testing.Near.assertNear;
import static io.cambric.testing.Near.ones;
import static io.cambric.transform.Transforms.makeJaxpr;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DTypeException;
import io.cambric.numpy.Key;
import io.cambric.transform.function.Fn;
import org.junit.jupiter.api.Test;

class EmbedTest {

  private static final Embed TABLE =
      Embed.of(4, 3)
          .withEmbeddingInit(
              (key, shape, dtype) -> array(shape, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3));

  private static Array ids(int... ids) {
    return NdArray.ofInts(Shape.of(ids.length), ids);
  }

  @Test
  void a_seed_means_the_table_of_flax() {
    var params = Embed.of(3, 2).init(Key.of(0), ids(0)).params();
    assertThat(params.get("embedding").shape()).isEqualTo(Shape.of(3, 2));
    assertNear(
        Embed.of(3, 2).embeddingInit().init(Key.of(0), Shape.of(3, 2), DType.F32),
        1.1473813,
        1.4320784,
        -.30659756,
        -.05559086,
        .12451506,
        -.6873709);
  }

  @Test
  void integers_look_rows_up_and_negative_ones_count_from_the_end() {
    var variables = TABLE.init(Key.of(0), ids(0));
    assertNear(TABLE.apply(variables, ids(2, -1)), 2, 2, 2, 3, 3, 3);
    assertThat(TABLE.apply(variables, ids(4)).toFloats()).containsOnly(Float.NaN);
    assertThat(TABLE.apply(variables, NdArray.ofInts(Shape.of(2, 2), 0, 1, 2, 3)).shape())
        .isEqualTo(Shape.of(2, 2, 3));
  }

  @Test
  void a_table_of_one_row_ignores_the_integers() {
    var one = Embed.of(1, 2);
    var y = one.apply(one.init(Key.of(0), ids(0)), ids(5, 7));
    assertThat(y.shape()).isEqualTo(Shape.of(2, 2));
  }

  @Test
  void attend_scores_queries_against_all_rows() {
    var variables = TABLE.init(Key.of(0), ids(0));
    assertNear(TABLE.apply(variables, m -> m.attend(ones(3))), 0, 3, 6, 9);
  }

  @Test
  void attend_does_not_copy_the_table() {
    var variables = TABLE.init(Key.of(0), ids(0));
    Fn<Array, Array> scores = query -> TABLE.apply(variables, m -> m.attend(query));
    assertThat(makeJaxpr(scores, ones(3)).toText())
        .contains("dot_general")
        .doesNotContain("transpose");
  }

  @Test
  void floating_ids_are_refused() {
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> TABLE.init(Key.of(0), ones(2)))
        .withMessageContaining(
            "Embed needs integers to look up, but got f32[2]."
                + " Convert them with astype(DType.I32).");
  }
}
