package io.cambric.lax.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.core.NdArray;
import io.cambric.core.Trace;
import io.cambric.errors.DTypeException;
import io.cambric.lax.Lax;
import io.cambric.lax.op.OperationLawsTest.Case;
import io.cambric.testing.Seeds;
import java.util.ArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The laws of dtypes: every operation has in each dtype the results that it has in f64. */
class DTypeLawsTest {

  /** {@return whether an operation has a result for its operands of f64 in another dtype} */
  private static boolean takes(Law law, DType dtype) {
    var avals =
        Case.of(law, Seeds.ofTest(law.name())).operands().stream()
            .map(NdArray::aval)
            .map(aval -> aval.dtype() == DType.F64 ? aval.withDType(dtype) : aval)
            .toList();
    try {
      law.operation().abstractEval(avals);
      return true;
    } catch (DTypeException _) {
      return false;
    }
  }

  static Stream<Arguments> lawsInDTypes() {
    return LawTable.all().stream()
        .filter(Law::anyDType)
        .flatMap(law ->
            Stream.of(DType.values())
                .filter(dtype -> dtype != DType.F64 && takes(law, dtype))
                .map(dtype -> Arguments.of(law.name(), dtype, Seeds.ofTest(law.name()), law)));
  }

  @ParameterizedTest(name = "{0} in {1} seed={2}")
  @MethodSource("lawsInDTypes")
  void other_dtypes_compute_the_same_whole_numbers(String name, DType dtype, long seed, Law law) {
    var random = Seeds.generator(seed);
    var exact = new ArrayList<NdArray>();
    var operands = new ArrayList<NdArray>();
    for (var arg : law.args()) {
      var drawn = arg.draw(random);
      if (arg.dtype() == DType.F64) {
        int from = dtype.kind() == DType.Kind.SIGNED || dtype.isFloating() ? -2 : 0;
        double[] whole =
            random.ints(drawn.size(), from, dtype == DType.BOOL ? 2 : 3).asDoubleStream().toArray();
        exact.add(Arg.array(drawn.aval(), whole));
        operands.add(Arg.array(drawn.aval().withDType(dtype), whole));
      } else {
        exact.add(drawn);
        operands.add(drawn);
      }
    }
    var actual = Trace.bind(law.operation(), operands);
    var expected = Trace.bind(law.operation(), exact);
    for (int i = 0; i < expected.size(); i++) {
      double[] reference = OperationLawsTest.values(expected.get(i));
      // Where the numbers leave the dtype, integers wrap and bool saturates.
      boolean fits = true;
      for (int j = 0; j < reference.length; j++) {
        reference[j] += 0.0;
        boolean unsigned = !dtype.isFloating() && dtype.kind() != DType.Kind.SIGNED;
        fits &= Math.abs(reference[j]) < 128 && !(unsigned && reference[j] < 0);
        fits &= dtype != DType.BOOL || reference[j] <= 1;
      }
      if (fits) {
        OperationLawsTest.assertClose(
            OperationLawsTest.values(actual.get(i)),
            reference,
            0,
            "result %d in %s".formatted(i, dtype));
      }
    }
  }

  static Stream<Arguments> lawsInFloatingDTypes() {
    return LawTable.all().stream()
        .filter(law -> law.args().stream().anyMatch(Arg::isDifferentiated))
        // The meaning of bits differs between dtypes.
        .filter(law -> !(law.operation() instanceof BitcastConvertType))
        .flatMap(law ->
            Stream.of(DType.F32, DType.BF16, DType.F16)
                .filter(dtype -> takes(law, dtype))
                .map(dtype -> Arguments.of(law.name(), dtype, Seeds.ofTest(law.name()), law)));
  }

  /** The reference is the same operation in f64 on the same numbers. */
  @ParameterizedTest(name = "{0} in {1} seed={2}")
  @MethodSource("lawsInFloatingDTypes")
  void narrower_dtypes_compute_the_same_up_to_their_roundings(
      String name, DType dtype, long seed, Law law) {
    var narrow = new ArrayList<NdArray>();
    var wide = new ArrayList<NdArray>();
    for (var operand : Case.of(law, seed).operands()) {
      if (operand.dtype() == DType.F64) {
        narrow.add(Lax.convertElementType(operand, dtype).concrete("a law"));
        wide.add(Lax.convertElementType(narrow.getLast(), DType.F64).concrete("a law"));
      } else {
        narrow.add(operand);
        wide.add(operand);
      }
    }
    var actual = Trace.bind(law.operation(), narrow);
    var expected = Trace.bind(law.operation(), wide);
    for (int i = 0; i < expected.size(); i++) {
      assertThat(actual.get(i).shape()).isEqualTo(expected.get(i).shape());
      // Sums and products of up to twenty numbers, each rounded.
      double tolerance = expected.get(i).dtype() == DType.F64 ? 24 * halfUlp(dtype) : 0;
      OperationLawsTest.assertClose(
          OperationLawsTest.values(actual.get(i)),
          OperationLawsTest.values(expected.get(i)),
          tolerance,
          "result %d in %s".formatted(i, dtype));
    }
  }

  private static double halfUlp(DType dtype) {
    return switch (dtype) {
      case F32 -> 0x1p-24;
      case F16 -> 0x1p-11;
      default -> 0x1p-8;
    };
  }
}
