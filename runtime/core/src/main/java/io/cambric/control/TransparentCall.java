package io.cambric.control;

import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Jaxpr;
import io.cambric.core.MappedAxis;
import io.cambric.core.Padded;
import io.cambric.core.RaggedCall;
import io.cambric.core.Trace;
import io.cambric.interpreters.JaxprTransforms;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call of a program through which transformations pass: a transformation of the call is a call of
 * the transformed program.
 */
interface TransparentCall extends ProgramCall {

  /** {@return the same kind of call, of another program} */
  TransparentCall with(Jaxpr other);

  @Override
  default Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var derived = JaxprTransforms.jvp(jaxpr(), OperandMask.nonzero(tangents));
    var operands = OperandMask.<Array>concat(primals, OperandMask.present(tangents));
    var results = Trace.bind(with(derived.jaxpr()), operands);
    int count = jaxpr().outputs().size();
    return new Jvp(
        results.subList(0, count),
        OperandMask.spread(results.subList(count, results.size()), derived.nonzero()));
  }

  @Override
  default List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    var linear = OperandMask.where(operands, operand -> operand instanceof LinearOperand.Unknown);
    var derived = JaxprTransforms.transpose(jaxpr(), linear, OperandMask.nonzero(cotangents));
    var arguments = new ArrayList<Array>();
    for (var operand : operands) {
      if (operand instanceof LinearOperand.Known(var value)) {
        arguments.add(value);
      }
    }
    arguments.addAll(OperandMask.present(cotangents));
    return OperandMask.spread(Trace.bind(with(derived.jaxpr()), arguments), derived.nonzero());
  }

  @Override
  default Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var derived = JaxprTransforms.batch(jaxpr(), axis, axes);
    return new Batched(Trace.bind(with(derived.jaxpr()), operands), derived.axes());
  }

  @Override
  default List<Padded> ragged(RaggedCall call) {
    return RaggedControl.call(this, call);
  }
}
