package io.cambric.lax.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.Primitive.LinearOperand;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tangents whose product and sum are rounded once, as XLA rounds them. */
class ContractedTangentsTest {

  @Test
  void the_terms_of_a_quotient_cancel_down_to_the_error_of_one_rounding() {
    var x = NdArray.scalar(DType.F64, -1.0000000031710769e-30);
    var one = NdArray.scalar(DType.F64, 1);

    var jvp = new Div().jvp(List.of(x, x), List.of(one, one));

    // From JAX 0.10.2 on CPU, jitted; rounded twice it is -1.407e14.
    assertThat(value(jvp.tangents().getFirst())).isEqualTo(-125120450396160.0);
  }

  @Test
  void the_slope_of_tanh_far_below_0_is_that_of_its_value() {
    var x = NdArray.scalar(DType.F32, -3.5f);
    var y = NdArray.scalar(DType.F32, (float) Math.tanh(-3.5));
    var tangent = NdArray.scalar(DType.F32, 0.3f);
    float value = (float) value(y);

    assertThat(value(new Tanh().tangent(x, y, tangent)))
        .isEqualTo((0.3f * (1 + value)) * (1 - value));
  }

  @Test
  void fma_transposes_to_its_first_factor_and_its_summand() {
    var scalar = NdArray.scalar(DType.F32, 0).aval();
    var operands =
        List.<LinearOperand>of(
            new LinearOperand.Unknown(scalar),
            new LinearOperand.Known(NdArray.of(Shape.of(2), 3, 4)),
            new LinearOperand.Unknown(scalar.withShape(Shape.of(2))));

    var cotangents = new Fma().transpose(List.of(NdArray.of(Shape.of(2), 1, 10)), operands);

    assertThat(value(cotangents.get(0))).isEqualTo(43);
    assertThat(cotangents.get(1)).isNull();
    assertThat(value(cotangents.get(2))).isEqualTo(1);
  }

  private static double value(Array array) {
    return array.concrete("test").getDouble(0);
  }
}
