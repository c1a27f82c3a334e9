package io.cambric.numpy;

import static io.cambric.numpy.ArrayAssert.assertArray;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.numpy.dtype.Promotion;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromotionTest {

  private static final List<String> TYPES =
      List.of("bool", "u8", "u16", "u32", "i8", "i16", "i32", "bf16", "f16", "f32", "i32*", "f32*");

  /** Result types of jnp.add in JAX 0.10.2 with 64-bit mode off, in the order of the types. */
  @ParameterizedTest
  @CsvSource({
    "bool, bool u8 u16 u32 i8 i16 i32 bf16 f16 f32 i32* f32*",
    "u8, u8 u8 u16 u32 i16 i16 i32 bf16 f16 f32 u8 f32*",
    "u16, u16 u16 u16 u32 i32 i32 i32 bf16 f16 f32 u16 f32*",
    "u32, u32 u32 u32 u32 i32 i32 i32 bf16 f16 f32 u32 f32*",
    "i8, i8 i16 i32 i32 i8 i16 i32 bf16 f16 f32 i8 f32*",
    "i16, i16 i16 i32 i32 i16 i16 i32 bf16 f16 f32 i16 f32*",
    "i32, i32 i32 i32 i32 i32 i32 i32 bf16 f16 f32 i32 f32*",
    "bf16, bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 f32 f32 bf16 bf16",
    "f16, f16 f16 f16 f16 f16 f16 f16 f32 f16 f32 f16 f16",
    "f32, f32 f32 f32 f32 f32 f32 f32 f32 f32 f32 f32 f32",
    "i32*, i32* u8 u16 u32 i8 i16 i32 bf16 f16 f32 i32* f32*",
    "f32*, f32* f32* f32* f32* f32* f32* f32* bf16 f16 f32 f32* f32*",
  })
  void result_types_are_those_of_jax(String left, String results) {
    for (int i = 0; i < TYPES.size(); i++) {
      var sum = Numpy.add(one(left), one(TYPES.get(i)));

      assertThat(sum.aval().toText().replace("[]", ""))
          .as("%s + %s", left, TYPES.get(i))
          .isEqualTo(results.split(" ")[i]);
    }
  }

  private static Array one(String type) {
    boolean weak = type.endsWith("*");
    for (var dtype : DType.values()) {
      if (dtype.shortName().equals(type.replace("*", ""))) {
        return NdArray.scalar(new ShapedArray(Shape.scalar(), dtype, weak), 1);
      }
    }
    throw new AssertionError(type);
  }

  @ParameterizedTest
  @CsvSource({
    "I32, 1, i32",
    "I32, 2.5, f32*",
    "I32, 3e9, f32*",
    "U32, 3e9, u32",
    "U8, -1, u8",
    "BOOL, 1, i32*",
    "BOOL, 0.5, f32*",
    "BF16, 0.1, bf16",
    "F32, 2, f32",
    "I64, 1, i64",
    "F64, 0.1, f64",
  })
  void a_java_number_takes_the_dtype_of_the_array(DType dtype, double number, String result) {
    var sum = Numpy.ones(Shape.of(2), dtype).add(number);

    assertThat(sum.aval().toText()).isEqualTo(result.replaceFirst("(\\*?)$", "[2]$1"));
  }

  @Test
  void a_java_number_keeps_double_precision_beside_f64() {
    assertArray(Numpy.ones(Shape.of(1), DType.F64).mul(0.1)).hasElements(0.1);
  }

  @Test
  void dtypes_of_64_bits_are_kept_where_an_operand_has_them() {
    assertThat(Promotion.promoteTypes(DType.I64, DType.I32)).isEqualTo(DType.I64);
    assertThat(Promotion.promoteTypes(DType.F64, DType.F32)).isEqualTo(DType.F64);
    assertThat(Promotion.promoteTypes(DType.U64, DType.I64)).isEqualTo(DType.F32);
    assertThat(Promotion.promoteTypes(DType.U32, DType.I32)).isEqualTo(DType.I32);
  }

  @ParameterizedTest
  @CsvSource({
    "BOOL, i32, f32, i32",
    "U8, u32, f32, u8",
    "I8, i32, f32, i8",
    "I32, i32, f32, i32",
    "BF16, bf16, bf16, bf16",
    "F16, f16, f16, f16",
    "F32, f32, f32, f32",
  })
  void reductions_have_the_dtypes_of_jax(DType dtype, String sum, String mean, String cumsum) {
    var x = Numpy.ones(Shape.of(2), dtype);

    assertThat(Numpy.sum(x).dtype().shortName()).isEqualTo(sum);
    assertThat(Numpy.mean(x).dtype().shortName()).isEqualTo(mean);
    assertThat(Numpy.var(x).dtype().shortName()).isEqualTo(mean);
    assertThat(Numpy.cumsum(x, 0).dtype().shortName()).isEqualTo(cumsum);
    assertThat(Numpy.max(x).dtype()).isEqualTo(dtype);
    assertThat(Numpy.exp(x).dtype().shortName()).isEqualTo(mean);
  }

  @Test
  void reductions_are_not_weak_and_functions_keep_the_flag() {
    var weak = NdArray.weakScalar(1);

    assertArray(Numpy.sum(weak)).hasType("i32[]");
    assertArray(Numpy.mean(weak)).hasType("f32[]");
    assertArray(Numpy.sqrt(weak)).hasType("f32[]*");
    assertArray(weak.add(1)).hasType("i32[]*");
    assertArray(weak.add(1.5)).hasType("f32[]*");
  }
}
