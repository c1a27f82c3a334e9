package io.cambric.lax.op;

import io.cambric.control.JitCall;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.Trace;
import io.cambric.interpreters.JvpTrace;
import io.cambric.interpreters.LinearizeTrace;
import io.cambric.interpreters.StagingTrace;
import io.cambric.interpreters.Transposition;
import io.cambric.lax.op.OperationLawsTest.Case;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules of every operation, called through jit. */
class CompiledLawsTest {

  static Stream<Arguments> laws() {
    return OperationLawsTest.laws();
  }

  /** The operation in a program that is compiled. */
  private static Function<List<Array>, List<Array>> compiled(Case test) {
    return operands -> {
      var avals = operands.stream().map(Array::aval).toList();
      var traced = StagingTrace.trace("jit", avals, test.function());
      var call = new JitCall("operation", traced.jaxpr());
      return Trace.bind(call, traced.withConstants(operands));
    };
  }

  @ParameterizedTest(name = "{0} seed={1}")
  @MethodSource("laws")
  void batches_of_a_compiled_operation_are_stacked_lanes(String name, long seed, Law law) {
    var test = Case.of(law, seed);
    OperationLawsTest.assertBatches(test, compiled(test));
  }

  @ParameterizedTest(name = "{0} seed={1}")
  @MethodSource("laws")
  void derivatives_of_a_compiled_operation_are_those_of_the_operation(
      String name, long seed, Law law) {
    var test = Case.of(law, seed);
    for (var nonzero : test.directions()) {
      var operands = test.operands();
      var tangents = OperationLawsTest.tangents(test, operands, nonzero);
      assertSame(
          "jvp " + nonzero,
          JvpTrace.jvp(compiled(test), List.copyOf(operands), tangents).tangents(),
          JvpTrace.jvp(test.function(), List.copyOf(operands), tangents).tangents());
      var cotangents = new ArrayList<NdArray>();
      for (var aval : law.operation().abstractEval(operands.stream().map(NdArray::aval).toList())) {
        cotangents.add(test.tangent(aval.strong()));
      }
      assertSame(
          "cotangents " + nonzero,
          pulledBack(compiled(test), operands, nonzero, cotangents),
          pulledBack(test.function(), operands, nonzero, cotangents));
    }
  }

  private static List<@Nullable Array> pulledBack(
      Function<List<Array>, List<Array>> function,
      List<NdArray> operands,
      List<Boolean> nonzero,
      List<NdArray> cotangents) {
    var point = LinearizeTrace.linearize(function, List.copyOf(operands), nonzero);
    var incoming = new ArrayList<@Nullable Array>();
    for (int i = 0; i < cotangents.size(); i++) {
      if (point.nonzero().get(i)) {
        incoming.add(cotangents.get(i));
      }
    }
    return Transposition.transpose(point.linear().jaxpr(), point.linear().constants(), incoming);
  }

  private static void assertSame(
      String what, List<@Nullable Array> actual, List<@Nullable Array> expected) {
    for (int i = 0; i < expected.size(); i++) {
      var right = expected.get(i);
      var other = actual.get(i);
      double[] e = right == null ? new double[0] : OperationLawsTest.values(right);
      double[] a = other == null ? new double[e.length] : OperationLawsTest.values(other);
      OperationLawsTest.assertClose(a, right == null ? new double[a.length] : e, 1e-12, what);
    }
  }
}
