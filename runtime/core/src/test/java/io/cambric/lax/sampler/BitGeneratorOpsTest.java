package io.cambric.lax.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.MissingRuleException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.RandomAlgorithm;
import io.cambric.transform.Transforms;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bits of XLA's generators; values are those of lax.rng_bit_generator of jax 0.10.2 on a CPU. */
class BitGeneratorOpsTest {

  private static final Array KEY = key(1, 2, 3, 4);

  private static Array key(int... words) {
    return NdArray.ofInts(Shape.of(4), words).astype(DType.U32);
  }

  private static int[] bits(Array key, Shape shape, DType dtype, RandomAlgorithm algorithm) {
    return Lax.rngBitGenerator(key, shape, dtype, algorithm).get(1).ravel().toInts();
  }

  private static int[] next(Array key, Shape shape, RandomAlgorithm algorithm) {
    return Lax.rngBitGenerator(key, shape, DType.U32, algorithm).get(0).toInts();
  }

  @Test
  void philox_is_the_default_and_gives_four_words_a_block() {
    assertThat(Lax.rngBitGenerator(KEY, Shape.of(9)).get(1).toInts())
        .containsExactly(
            0x1e8fe864,
            0x4d5e0bd7,
            0x4b87c9be,
            0x2d689201,
            0x5273487b,
            0x61c05696,
            0xa4486574,
            0x806fd7ef,
            0x9a2c32b7);
    assertThat(next(KEY, Shape.of(9), RandomAlgorithm.PHILOX)).containsExactly(1, 2, 6, 4);
    assertThat(bits(key(0, 0, 0, 0), Shape.of(4), DType.U32, RandomAlgorithm.PHILOX))
        .containsExactly(0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8);
  }

  @Test
  void narrow_bits_are_the_lowest_of_a_word_and_wide_ones_have_two() {
    assertThat(bits(KEY, Shape.of(2, 3), DType.U8, RandomAlgorithm.PHILOX))
        .containsExactly(0x64, 0xd7, 0xbe, 0x01, 0x7b, 0x96);
    var wide = Lax.rngBitGenerator(KEY, Shape.of(3), DType.U64, RandomAlgorithm.PHILOX).get(1);
    assertThat(wide.concrete("test").getLong(0)).isEqualTo(0x4d5e0bd71e8fe864L);
    assertThat(wide.concrete("test").getLong(2)).isEqualTo(0x61c056965273487bL);
    var cipher = Lax.rngBitGenerator(KEY, Shape.of(3), DType.U64, RandomAlgorithm.THREE_FRY);
    assertThat(cipher.get(1).concrete("test").getLong(2)).isEqualTo(0x5949191991386643L);
    assertThat(cipher.get(0).toInts()).containsExactly(1, 2, 6, 4);
  }

  @Test
  void counters_carry_into_the_next_words() {
    var last = key(7, 8, -1, -1);

    assertThat(bits(last, Shape.of(6), DType.U32, RandomAlgorithm.PHILOX))
        .containsExactly(0xf7f8e6f1, 0x31dcbed8, 0x8288ad99, 0xe03fbf78, 0xadcc95ed, 0xd0722026);
    assertThat(next(last, Shape.of(6), RandomAlgorithm.PHILOX)).containsExactly(7, 8, 1, 0);
    assertThat(bits(last, Shape.of(6), DType.U32, RandomAlgorithm.THREE_FRY))
        .containsExactly(0x72b66a0c, 0x10a131cc, 0x9802d8a0, 0x6f97e267, 0x7364f1e0, 0x130ac3b2);
    assertThat(next(key(5, 0, -1, 0), Shape.of(6), RandomAlgorithm.THREE_FRY))
        .containsExactly(5, 0, 2, 1);
  }

  @Test
  void threefry_pairs_neighbours_along_the_first_even_axis_or_the_longest_one() {
    assertThat(bits(KEY, Shape.of(6), DType.U32, RandomAlgorithm.THREE_FRY))
        .containsExactly(0x5df433ec, 0x8617198e, 0x2c24a8a8, 0x9094fa5e, 0x91386643, 0x59491919);
    assertThat(bits(KEY, Shape.of(2, 3), DType.U8, RandomAlgorithm.THREE_FRY))
        .containsExactly(0xec, 0xa8, 0x43, 0x8e, 0x5e, 0x19);
    var pairs = bits(KEY, Shape.of(18), DType.U32, RandomAlgorithm.THREE_FRY);
    assertThat(bits(KEY, Shape.of(5, 3), DType.U32, RandomAlgorithm.THREE_FRY))
        .startsWith(pairs[0], pairs[2], pairs[4], pairs[1], pairs[3], pairs[5], pairs[6])
        .endsWith(pairs[12], pairs[14], pairs[16]);
    assertThat(bits(KEY, Shape.of(3, 5), DType.U32, RandomAlgorithm.THREE_FRY))
        .startsWith(pairs[0], pairs[1], pairs[2], pairs[3], pairs[4], pairs[6]);
    assertThat(bits(KEY, Shape.scalar(), DType.U32, RandomAlgorithm.THREE_FRY))
        .containsExactly(0x5df433ec);
    assertThat(next(KEY, Shape.of(0), RandomAlgorithm.THREE_FRY)).containsExactly(1, 2, 3, 4);
  }

  @Test
  void bits_are_the_same_under_jit_and_each_lane_has_its_own() {
    var jitted = Transforms.jit((Array k) -> Lax.rngBitGenerator(k, Shape.of(3)).get(1));
    var lanes = Transforms.vmap((Array k) -> Lax.rngBitGenerator(k, Shape.of(3)).get(1));

    assertThat(jitted.apply(KEY).toInts()).containsExactly(0x1e8fe864, 0x4d5e0bd7, 0x4b87c9be);
    var both = lanes.apply(Lax.stack(List.of(KEY, key(5, 0, -1, 0)), 0));
    assertThat(both.get(0).toInts()).containsExactly(0x1e8fe864, 0x4d5e0bd7, 0x4b87c9be);
    assertThat(both.get(1).toInts()).containsExactly(0x49947a1a, 0xc2078afc, 0xf3ba6317);
  }

  @Test
  void keys_are_four_words() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Lax.rngBitGenerator(KEY.get("0:2"), Shape.of(3)))
        .withMessage("rng_bit_generator needs a key of four words, u32[4], but got u32[2].");
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> Lax.rngBitGenerator(KEY, Shape.of(3), DType.F32, RandomAlgorithm.DEFAULT))
        .withMessage(
            "rng_bit_generator needs a key of u32 and an unsigned integer dtype, but got u32[4] and f32.");
  }

  @Test
  void numbers_without_a_key_differ_at_each_run() {
    var draw =
        Transforms.jit((Array high) -> Lax.rngUniform(Lax.fullLike(high, -1), high, Shape.of(100)));
    var first = draw.apply(NdArray.scalar(DType.F32, 3));
    var second = draw.apply(NdArray.scalar(DType.F32, 3));

    assertThat(first.toFloats()).isNotEqualTo(second.toFloats());
    assertThat(first.min().item()).isGreaterThanOrEqualTo(-1);
    assertThat(first.max().item()).isLessThan(3);
    assertThat(first.mean().item()).isBetween(0.2, 1.8);
    var dice =
        Lax.rngUniform(Lax.fullLike(KEY.get(0), 1), Lax.fullLike(KEY.get(0), 7), Shape.of(200));
    assertThat(dice.toInts()).containsOnly(1, 2, 3, 4, 5, 6);
  }

  @Test
  void numbers_without_a_key_need_scalars_and_have_no_derivative() {
    var low = NdArray.scalar(DType.F32, 0);
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Lax.rngUniform(low, Lax.broadcast(low, Shape.of(2)), Shape.of(2)))
        .withMessage(
            "rng_uniform needs scalars as bounds, but got f32[] and f32[2]. Scale the result instead.");
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> Lax.rngUniform(low, KEY.get(0), Shape.of(2)))
        .withMessage(
            "rng_uniform needs bounds with the same numeric dtype, but got f32[] and u32[]. Convert one with astype.");
    assertThatExceptionOfType(MissingRuleException.class)
        .isThrownBy(() ->
            Transforms.grad((Array high) -> Lax.rngUniform(low, high, Shape.of(2)).sum())
                .apply(low));
  }
}
