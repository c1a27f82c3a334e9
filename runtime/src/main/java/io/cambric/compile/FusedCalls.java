package io.cambric.compile;

import io.cambric.array.Buffer;
import io.cambric.compile.Program.Reference;
import io.cambric.kernel.Epilogue;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.LoopsAround;
import io.cambric.kernel.Operand;
import io.cambric.kernel.Prologue;
import java.util.ArrayList;
import java.util.List;

/** Runs calls of kernels with loops on parts of an operand and of their result. */
final class FusedCalls {

  private FusedCalls() {}

  static void run(Kernels kernels, Step.FusedCall step, Program.BoundStep bound, Frame frame) {
    var inputs = bound.inputs();
    var before = step.prologue();
    int own = step.call().inputs().size() - (before == null ? 0 : 1);
    int after = own + (before == null ? 0 : before.loop().inputs().size());
    var operands = new ArrayList<>(Program.each(inputs.subList(0, own), frame));
    Prologue prologue = null;
    if (before != null) {
      prologue = prologue(before, inputs.subList(own, after), frame);
      operands.add(before.operand(), computed(step.call().inputs().get(before.operand())));
    }
    int written = step.call().outputs().size();
    Epilogue epilogue = null;
    if (step.epilogue() instanceof Step.Loop loop) {
      int rank = loop.shape().rank();
      epilogue =
          new Epilogue(
              loop.body(),
              loop.shape().toArray(),
              Program.operands(inputs.subList(after, inputs.size()), rank, frame),
              Program.operands(rest(bound.outputs(), written), rank, frame));
    }
    var outputs = Program.each(bound.outputs().subList(0, written), frame);
    step.call().rule().run(kernels, operands, outputs, new LoopsAround(prologue, epilogue));
  }

  private static List<Reference> rest(List<Reference> references, int from) {
    return references.subList(from, references.size());
  }

  private static Prologue prologue(Step.Before before, List<Reference> inputs, Frame frame) {
    var loop = before.loop();
    return new Prologue(
        before.operand(),
        loop.body(),
        loop.shape().toArray(),
        Program.operands(inputs, loop.shape().rank(), frame));
  }

  /** {@return where an operand that lies nowhere would lie in what its loop writes} */
  private static Operand computed(Value operand) {
    var layout = operand.layout();
    return new Operand(Buffer.allocate(operand.dtype(), 0), layout.offset(), layout.strides());
  }
}
