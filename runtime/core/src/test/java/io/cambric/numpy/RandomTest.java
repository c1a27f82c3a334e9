package io.cambric.numpy;

import static io.cambric.numpy.ArrayAssert.assertArray;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.transform.Transforms;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Keys and samplers, with values of JAX 0.10.2 in its default mode. */
class RandomTest {

  private static final Key ZERO = Key.of(0);
  private static final Key ANSWER = Key.of(42);
  private static final Shape THREE = Shape.of(3);
  private static final Shape FIVE = Shape.of(5);

  @Test
  void bits_have_the_width_of_their_dtype() {
    var key = Key.of(1701);

    assertArray(Random.bits(key, THREE, DType.U8)).hasElements(37, 59, 52);
    assertArray(Random.bits(key, THREE, DType.U16)).hasElements(42789, 29755, 60468);
    assertArray(Random.bits(key, THREE)).hasElements(1111271205L, 2679469115L, 974515252L);
    var wide = Random.bits(key, THREE, DType.U64).concrete("test");
    assertThat(new long[] {wide.getLong(0), wide.getLong(1), wide.getLong(2)})
        .containsExactly(3182764935064573181L, 366096495144982249L, 241365115613244543L);
  }

  @Test
  void a_longer_row_of_bits_begins_with_a_shorter_one() {
    var longer = Random.bits(ANSWER, Shape.of(10)).slice(0, 0, 6);

    assertThat(Random.bits(ANSWER, Shape.of(2, 3)).toInts()).isEqualTo(longer.toInts());
  }

  @Test
  void bits_of_another_dtype_are_refused() {
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> Random.bits(ZERO, THREE, DType.I32))
        .withMessageStartingWith(
            "bits needs an unsigned integer dtype, but got i32. Use u8, u16, u32 or u64.");
  }

  @Test
  void uniform_numbers_are_those_of_jax() {
    assertThat(Random.uniform(ZERO, THREE).toFloats())
        .containsExactly(0.947667003f, 0.978579879f, 0.332291484f);
    assertThat(Random.uniform(ANSWER, THREE).toFloats())
        .containsExactly(0.488709569f, 0.679797173f, 0.616271496f);
  }

  @Test
  void a_range_is_reached_with_one_rounding_compiled_or_not() {
    var shape = Shape.of(1000);
    var unit = Random.uniform(ZERO, shape).toFloats();

    var eager = Random.uniform(ZERO, shape, DType.F32, -0.1, 0.3).toFloats();
    var compiled =
        Transforms.jit((Key key) -> Random.uniform(key, shape, DType.F32, -0.1, 0.3)).apply(ZERO);

    float width = 0.3f - -0.1f;
    for (int i = 0; i < unit.length; i++) {
      assertThat(eager[i]).isEqualTo(Math.max(-0.1f, Math.fma(unit[i], width, -0.1f)));
    }
    assertThat(((Array) compiled).toFloats()).isEqualTo(eager);
  }

  @Test
  void normal_numbers_are_those_of_jax() {
    assertArray(Random.normal(ZERO, THREE)).isNear(2e-6, 1.62264216, 2.02526474, -0.433594435);
    assertArray(Random.normal(ANSWER, THREE)).isNear(2e-6, -0.028304616, 0.467131853, 0.295702964);
    assertArray(Random.truncatedNormal(ZERO, -2, 2, THREE, DType.F32))
        .isNear(2e-6, 1.4559592, 1.71474874, -0.412675351);
  }

  @Test
  void the_bounds_of_a_far_tail_are_those_of_jax_bit_for_bit() {
    assertArray(Random.truncatedNormal(ZERO, 4, 5, THREE, DType.F32))
        .isNear(1e-6, 4.6212306, 4.76300097, 4.09378147);
  }

  @Test
  void compiled_numbers_are_those_of_evaluation() {
    var compiled = Transforms.jit((Key key) -> Random.normal(key, Shape.of(50))).apply(ZERO);

    assertThat(((Array) compiled).toFloats())
        .isEqualTo(Random.normal(ZERO, Shape.of(50)).toFloats());
  }

  @Test
  void integers_are_those_of_jax() {
    assertArray(Random.randint(ZERO, FIVE, 0, 10)).hasType("i32[5]").hasElements(9, 0, 2, 3, 1);
    assertArray(Random.randint(ANSWER, FIVE, 0, 10)).hasElements(4, 4, 1, 9, 9);
    assertArray(Random.randint(ZERO, FIVE, 3, 3)).hasElements(3, 3, 3, 3, 3);
  }

  @Test
  void integers_of_few_bits_reach_the_whole_range() {
    var bytes = Random.randint(ZERO, Shape.of(5000), 0, 256, DType.U8).toInts();

    assertThat(Arrays.stream(bytes).distinct().count()).isEqualTo(256);
  }

  @Test
  void discrete_samples_are_those_of_jax() {
    assertArray(Random.bernoulli(ZERO, 0.5, FIVE)).hasType("bool[5]").hasElements(0, 0, 1, 1, 0);
    assertArray(Random.bernoulli(ANSWER, 0.5, FIVE)).hasElements(1, 0, 0, 0, 1);
    assertArray(Random.permutation(ZERO, 5)).hasElements(0, 1, 4, 3, 2);
    assertArray(Random.permutation(ANSWER, 5)).hasElements(4, 2, 3, 0, 1);
    assertArray(Random.choice(ZERO, 20, Shape.of(6), true)).hasElements(9, 0, 12, 13, 11, 7);
    var logits = Numpy.array(new float[][] {{0, 1, 2, -1}, {.5f, .5f, .5f, .5f}});
    assertArray(Random.categorical(ZERO, logits)).hasElements(1, 3);
    var rows = Numpy.arange(12).reshape(4, 3);
    assertArray(Random.permutation(ZERO, rows)).hasElements(0, 1, 2, 3, 4, 5, 9, 10, 11, 6, 7, 8);
  }

  @Test
  void choices_are_with_replacement_and_categories_along_the_last_axis_by_default() {
    var tens = Numpy.array(10, 20, 30, 40);
    var logits = Numpy.log(Numpy.array(0.1, 0.2, 0.7));

    assertArray(Random.choice(ZERO, tens, FIVE)).hasElements(20, 10, 10, 20, 40);
    assertArray(Random.choice(ZERO, 7, FIVE)).hasElements(1, 2, 6, 2, 6);
    assertArray(Random.categorical(ZERO, logits, Shape.of(6))).hasElements(1, 2, 2, 1, 2, 2);
  }

  @Test
  void continuous_samples_are_those_of_jax() {
    assertArray(Random.gumbel(ZERO, THREE)).isNear(1e-5, 2.92337251, 3.83261752, -0.096893236);
    assertArray(Random.exponential(ANSWER, THREE))
        .isNear(2e-6, 0.670817494, 1.13880062, 0.957819998);
    assertArray(Random.laplace(ZERO, Shape.scalar())).isNear(2e-6, -2.25698161);
    assertArray(Random.logistic(ZERO, Shape.scalar())).isNear(2e-6, 2.89637589);
    assertArray(Random.cauchy(ZERO, Shape.scalar())).isNear(1e-5, 6.02749443);
    assertArray(Random.rademacher(ZERO, Shape.scalar())).hasElements(-1);
  }

  @Test
  void more_draws_than_there_are_without_replacement_are_refused() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Random.choice(ZERO, 3, FIVE, false))
        .withMessageStartingWith(
            "choice of 5 without replacement needs a population of at least that size, but "
                + "it has 3. Draw with replacement, or draw fewer.");
  }

  @Test
  void a_sampler_is_differentiable_in_its_range() {
    var slope =
        Transforms.grad(
                (Array lo) -> Random.uniform(ZERO, THREE, DType.F32, lo, Numpy.scalar(1.0)).sum())
            .apply(Numpy.scalar(0.0));

    assertArray(slope).isNear(1e-5, 3 - 0.947667003 - 0.978579879 - 0.332291484);
  }

  @Test
  void infinitely_many_trials_succeed_infinitely_often_without_a_draw() {
    assertThat(Random.binomial(Key.of(0), Double.POSITIVE_INFINITY, 0, Shape.of(2)).toFloats())
        .containsExactly(Float.POSITIVE_INFINITY, Float.POSITIVE_INFINITY);
    assertThat(Random.binomial(Key.of(0), Double.POSITIVE_INFINITY, 0.5, Shape.of(1)).toFloats())
        .containsExactly(Float.POSITIVE_INFINITY);
  }
}
