package io.cambric.compile.run;

import io.cambric.array.Buffer;
import io.cambric.array.Shape;
import io.cambric.compile.run.Program.BoundStep;
import io.cambric.compile.run.Program.Reference;
import io.cambric.compile.step.Step;
import io.cambric.compile.step.Value;
import io.cambric.kernel.Epilogue;
import io.cambric.kernel.FusedCall;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.LoopRun;
import io.cambric.kernel.Operand;
import io.cambric.kernel.Prologue;
import io.cambric.kernel.straight.StraightCode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The executable form of a step in one frame, with its cached operands. Mutable; used by one run at
 * a time.
 */
abstract sealed class StepRun {

  /** A step that is part of the straight code of an earlier step. */
  private static final StepRun NOTHING = new OfNothing();

  /**
   * {@return the executable form of a step}
   *
   * @param bodies compiles the bodies of loops and branches
   */
  static StepRun of(BoundStep bound, BodyCompiler bodies) {
    return switch (bound.step()) {
      case Step.Loop loop -> new OfLoop(loop.body(), loop.shape(), bound.inputs(), bound.outputs());
      case Step.MergedLoop loops -> new OfLoops(loops, bound);
      case Step.Reduce reduce -> new OfReduce(reduce, bound);
      case Step.Control control -> new OfControl(control, bound, bodies);
      case Step.Call call -> new OfCall(call, bound);
      case Step.FusedCall call -> new OfFusedCall(call, bound);
    };
  }

  /** {@return the executable forms of steps with straight code; the first one runs it} */
  static List<StepRun> of(StraightSteps steps) {
    var runs = new ArrayList<StepRun>(Collections.nCopies(steps.count(), NOTHING));
    runs.set(0, new OfStraight(steps));
    return runs;
  }

  /** Runs the step over a frame whose slots are bound. */
  abstract void run(Kernels kernels, ProgramFrame frame);

  /** Releases the operands in slots below {@code borrowed}, which belong to the caller. */
  abstract void release(int borrowed);

  private static final class OfLoop extends StepRun {

    private final LoopBody body;
    private final Shape shape;
    private final int[] dims;
    private final StepOperands inputs;
    private final StepOperands outputs;
    private @Nullable LoopRun known;

    OfLoop(LoopBody body, Shape shape, List<Reference> inputs, List<Reference> outputs) {
      this.body = body;
      this.shape = shape;
      dims = shape.toArray();
      this.inputs = new StepOperands(inputs, dims.length);
      this.outputs = new StepOperands(outputs, dims.length);
    }

    @Override
    void run(Kernels kernels, ProgramFrame frame) {
      kernels.loop(body, dims, inputs.in(frame), outputs.in(frame));
    }

    /** {@return the loop as a part of a merged loop} */
    LoopRun in(ProgramFrame frame) {
      var reads = inputs.in(frame);
      var writes = outputs.in(frame);
      var run = known;
      if (run == null || run.inputs() != reads || run.outputs() != writes) {
        run = new LoopRun(shape, reads, writes);
        known = run;
      }
      return run;
    }

    Prologue prologue(int operand, ProgramFrame frame) {
      return new Prologue(operand, body, dims, inputs.in(frame));
    }

    Epilogue epilogue(ProgramFrame frame) {
      return new Epilogue(body, dims, inputs.in(frame), outputs.in(frame));
    }

    @Override
    void release(int borrowed) {
      inputs.release(borrowed);
      outputs.release(borrowed);
      known = null;
    }
  }

  private static final class OfLoops extends StepRun {

    private final LoopBody body;
    private final List<OfLoop> parts = new ArrayList<>();

    OfLoops(Step.MergedLoop loops, BoundStep bound) {
      body = loops.body();
      int input = 0;
      int output = 0;
      for (var part : loops.parts()) {
        int inputs = input + part.inputs().size();
        int outputs = output + part.outputs().size();
        parts.add(
            new OfLoop(
                body,
                part.shape(),
                bound.inputs().subList(input, inputs),
                bound.outputs().subList(output, outputs)));
        input = inputs;
        output = outputs;
      }
    }

    @Override
    void run(Kernels kernels, ProgramFrame frame) {
      var runs = new ArrayList<LoopRun>(parts.size());
      for (var part : parts) {
        runs.add(part.in(frame));
      }
      kernels.loops(body, runs);
    }

    @Override
    void release(int borrowed) {
      for (var part : parts) {
        part.release(borrowed);
      }
    }
  }

  /** A step that is one call on all its operands. */
  private abstract static sealed class OfOperands extends StepRun {

    final StepOperands inputs;
    final StepOperands outputs;

    OfOperands(BoundStep bound, int rank) {
      inputs = new StepOperands(bound.inputs(), rank);
      outputs = new StepOperands(bound.outputs(), StepOperands.OWN);
    }

    @Override
    void release(int borrowed) {
      inputs.release(borrowed);
      outputs.release(borrowed);
    }
  }

  private static final class OfReduce extends OfOperands {

    private final Step.Reduce reduce;
    private final int[] dims;

    OfReduce(Step.Reduce reduce, BoundStep bound) {
      super(bound, reduce.shape().rank());
      this.reduce = reduce;
      dims = reduce.shape().toArray();
    }

    @Override
    void run(Kernels kernels, ProgramFrame frame) {
      kernels.reduce(
          reduce.op(),
          reduce.body(),
          dims,
          reduce.kept(),
          inputs.in(frame),
          outputs.in(frame).getFirst());
    }
  }

  private static final class OfControl extends OfOperands {

    private final Step.Control control;
    private final ControlFlowSteps steps;

    OfControl(Step.Control control, BoundStep bound, BodyCompiler bodies) {
      super(bound, StepOperands.OWN);
      this.control = control;
      steps = new ControlFlowSteps(bodies);
    }

    @Override
    void run(Kernels kernels, ProgramFrame frame) {
      steps.run(control.lowering(), inputs.in(frame), outputs.in(frame));
    }
  }

  private static final class OfCall extends OfOperands {

    private final Step.Call call;
    private final PrepackedOperand prepacked;

    OfCall(Step.Call call, BoundStep bound) {
      super(bound, StepOperands.OWN);
      this.call = call;
      prepacked = new PrepackedOperand(bound, call.rule(), bound.inputs(), call.inputs().size());
    }

    @Override
    void run(Kernels kernels, ProgramFrame frame) {
      var operand = prepacked.in(frame);
      var fused = operand == null ? FusedCall.NONE : new FusedCall(null, null, operand);
      call.rule().run(kernels, inputs.in(frame), outputs.in(frame), fused);
    }

    @Override
    void release(int borrowed) {
      super.release(borrowed);
      prepacked.release();
    }
  }

  /** A call with a prologue, an epilogue, or both. */
  private static final class OfFusedCall extends StepRun {

    private final Step.Call call;
    private final StepOperands inputs;
    private final StepOperands outputs;
    private final Step.@Nullable PrologueLoop prologue;
    private final @Nullable OfLoop prologueRun;
    private final @Nullable OfLoop epilogueRun;
    private final PrepackedOperand prepacked;

    OfFusedCall(Step.FusedCall fused, BoundStep bound) {
      call = fused.call();
      prologue = fused.prologue();
      var reads = bound.inputs();
      var writes = bound.outputs();
      int own = call.inputs().size() - (prologue == null ? 0 : 1);
      int next = own + (prologue == null ? 0 : prologue.loop().inputs().size());
      int written = call.outputs().size();
      inputs = new StepOperands(reads.subList(0, own), StepOperands.OWN);
      int computed = prologue == null ? own : prologue.operand();
      prepacked = new PrepackedOperand(bound, call.rule(), reads.subList(0, own), computed);
      outputs = new StepOperands(writes.subList(0, written), StepOperands.OWN);
      prologueRun =
          prologue == null ? null : run(prologue.loop(), reads.subList(own, next), List.of());
      epilogueRun =
          fused.epilogue() instanceof Step.Loop loop
              ? run(loop, reads.subList(next, reads.size()), writes.subList(written, writes.size()))
              : null;
    }

    private static OfLoop run(Step.Loop loop, List<Reference> inputs, List<Reference> outputs) {
      return new OfLoop(loop.body(), loop.shape(), inputs, outputs);
    }

    @Override
    void run(Kernels kernels, ProgramFrame frame) {
      var operands = inputs.in(frame);
      Prologue computing = null;
      if (prologue != null && prologueRun != null) {
        int operand = prologue.operand();
        computing = prologueRun.prologue(operand, frame);
        operands = new ArrayList<>(operands);
        operands.add(operand, computed(call.inputs().get(operand)));
      }
      var following = epilogueRun == null ? null : epilogueRun.epilogue(frame);
      var fused = new FusedCall(computing, following, prepacked.in(frame));
      call.rule().run(kernels, operands, outputs.in(frame), fused);
    }

    /** {@return the layout of a computed operand, with no memory behind it} */
    private static Operand computed(Value operand) {
      var layout = operand.layout();
      return new Operand(Buffer.allocate(operand.dtype(), 0), layout.offset(), layout.strides());
    }

    @Override
    void release(int borrowed) {
      inputs.release(borrowed);
      outputs.release(borrowed);
      if (prologueRun != null) {
        prologueRun.release(borrowed);
      }
      if (epilogueRun != null) {
        epilogueRun.release(borrowed);
      }
      prepacked.release();
    }
  }

  private static final class OfNothing extends StepRun {

    @Override
    void run(Kernels kernels, ProgramFrame frame) {}

    @Override
    void release(int borrowed) {}
  }

  /** Some steps as straight code. */
  static final class OfStraight extends StepRun {

    private final int count;
    private final StraightCode code;
    private final int[] slots;
    private final @Nullable Object[] arrays;
    private final int[] offsets;

    OfStraight(StraightSteps steps) {
      count = steps.count();
      code = steps.written().code();
      slots = steps.slots();
      var working = steps.written().allocate();
      arrays = new @Nullable Object[slots.length + working.size()];
      for (int i = 0; i < working.size(); i++) {
        arrays[slots.length + i] = working.get(i);
      }
      offsets = new int[arrays.length];
    }

    /** {@return the number of steps} */
    int count() {
      return count;
    }

    /** {@return the code with the memory of the last run} */
    RepeatedIterations.Call last() {
      return new RepeatedIterations.Call(code, arrays.clone(), offsets.clone());
    }

    @Override
    void run(Kernels kernels, ProgramFrame frame) {
      for (int i = 0; i < slots.length; i++) {
        arrays[i] = frame.buffer(slots[i]).storage();
        offsets[i] = frame.offset(slots[i]);
      }
      code.run(arrays, offsets);
    }

    @Override
    void release(int borrowed) {
      for (int i = 0; i < slots.length; i++) {
        if (slots[i] < borrowed) {
          arrays[i] = null;
        }
      }
    }
  }
}
