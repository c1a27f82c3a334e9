package io.cambric.numpy;

import static io.cambric.numpy.Numpy.canCast;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.numpy.dtype.Casting;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conversions that are permitted; tables are those of jnp.can_cast of jax 0.10.2. */
class CastingTest {

  @ParameterizedTest
  @CsvSource({
    "BOOL, bool u8 u16 u32 u64 i8 i16 i32 i64 bf16 f16 f32 f64",
    "U8, u8 u16 u32 u64 i16 i32 i64 bf16 f16 f32 f64",
    "U16, u16 u32 u64 i32 i64 f32 f64",
    "U32, u32 u64 i64 f64",
    "U64, u64 f64",
    "I8, i8 i16 i32 i64 bf16 f16 f32 f64",
    "I16, i16 i32 i64 f32 f64",
    "I32, i32 i64 f64",
    "I64, i64 f64",
    "BF16, bf16 f32 f64",
    "F16, f16 f32 f64",
    "F32, f32 f64",
    "F64, f64"
  })
  void safe_conversions_keep_values(DType from, String to) {
    assertThat(permitted(from, Casting.SAFE)).isEqualTo(to);
  }

  @ParameterizedTest
  @CsvSource({
    "U32, u8 u16 u32 u64 i8 i16 i32 i64 bf16 f16 f32 f64",
    "I64, i8 i16 i32 i64 bf16 f16 f32 f64",
    "BF16, bf16 f32 f64",
    "F16, bf16 f16 f32 f64",
    "F64, bf16 f16 f32 f64"
  })
  void conversions_of_the_same_kind_may_lose_bits(DType from, String to) {
    assertThat(permitted(from, Casting.SAME_KIND)).isEqualTo(to);
  }

  private static String permitted(DType from, Casting casting) {
    return Arrays.stream(DType.values())
        .filter(to -> canCast(from, to, casting))
        .map(DType::shortName)
        .collect(Collectors.joining(" "));
  }

  @Test
  void the_strictest_level_permits_nothing_and_the_loosest_everything() {
    assertThat(permitted(DType.I32, Casting.NO)).isEqualTo("i32");
    assertThat(permitted(DType.I32, Casting.EQUIV)).isEqualTo("i32");
    assertThat(canCast(DType.F64, DType.BOOL, Casting.UNSAFE)).isTrue();
    assertThat(canCast(DType.F64, DType.F32)).isFalse();
  }
}
