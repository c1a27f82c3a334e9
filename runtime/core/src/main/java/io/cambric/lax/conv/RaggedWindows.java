package io.cambric.lax.conv;

import io.cambric.core.Length;
import io.cambric.core.Padded;
import io.cambric.core.Primitive;
import io.cambric.core.RaggedCall;
import io.cambric.core.Trace;
import io.cambric.kernel.ReduceOp;
import io.cambric.lax.dims.ConvDims;
import io.cambric.lax.op.RaggedSizes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ragged rules of windows that slide: the padding counts as being outside. */
final class RaggedWindows {

  private RaggedWindows() {}

  /** {@return the number of positions of a window along a ragged axis} */
  private static Length positions(
      Primitive operation,
      RaggedCall call,
      Length length,
      int around,
      int window,
      int stride,
      int dilation) {
    if (dilation != 1) {
      throw call.refused(operation, "it dilates a ragged axis");
    }
    return length.more(around - window + 1).strided(stride);
  }

  static List<Padded> reduce(ReduceWindow operation, RaggedCall call) {
    call.requireSame(operation);
    var x = call.operand(0);
    var window = operation.window();
    var spans = Dilation.of(window.dimensions(), window.windowDilation());
    var lengths = new ArrayList<@Nullable Length>();
    for (int axis = 0; axis < x.rank(); axis++) {
      var length = x.length(axis);
      lengths.add(
          length == null
              ? null
              : positions(
                  operation,
                  call,
                  length,
                  window.padding().low().get(axis) + window.padding().high().get(axis),
                  spans.get(axis),
                  window.strides().get(axis),
                  window.baseDilation().get(axis)));
    }
    double outside = operation.op().identity(x.value().dtype());
    var filled = RaggedSizes.fill(call.lengths(), x, outside);
    var result = new Padded(Trace.bind(operation, filled), lengths);
    return operation.op() == ReduceOp.SUM
        ? List.of(result)
        : List.of(result.with(RaggedSizes.fill(call.lengths(), result, 0)));
  }

  static List<Padded> convolve(ConvGeneralDilated operation, RaggedCall call) {
    call.requireSame(operation);
    var lhs = call.operand(0);
    var dims = operation.dims();
    if (call.operand(1).isRagged()) {
      throw call.refused(operation, "its kernel is ragged");
    }
    if (lhs.length(dims.lhsSpec().get(1)) != null
        || (lhs.length(dims.lhsSpec().get(0)) != null && operation.batchGroupCount() != 1)) {
      throw call.refused(operation, "its features or its groups are ragged");
    }
    var spatial = ConvDims.spatial(dims.lhsSpec());
    var kernel = call.operand(1).value().aval();
    var spans =
        Dilation.of(
            ConvGeneralDilated.spatialSizes(kernel, dims.rhsSpec()), operation.rhsDilation());
    var lengths = new ArrayList<@Nullable Length>();
    for (int axis = 0; axis < lhs.rank(); axis++) {
      lengths.add(null);
    }
    lengths.set(dims.outSpec().get(0), lhs.length(dims.lhsSpec().get(0)));
    for (int i = 0; i < spatial.size(); i++) {
      var length = lhs.length(spatial.get(i));
      if (length != null) {
        lengths.set(
            dims.outSpec().get(i + 2),
            positions(
                operation,
                call,
                length,
                operation.padding().low().get(i) + operation.padding().high().get(i),
                spans.get(i),
                operation.windowStrides().get(i),
                operation.lhsDilation().get(i)));
      }
    }
    var filled = RaggedSizes.fill(call.lengths(), lhs, 0);
    return call.result(Trace.bind(operation, filled, call.operand(1).value()), lengths);
  }
}
