package io.cambric.compile.step;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.KernelRegistry;
import io.cambric.core.Lowering.Layout;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.Lane;
import io.cambric.kernel.block.LaneFold;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Short rows: a loop over rows of a few elements, with a reduction along them, becomes a loop over
 * the rows. Each element of a row is then a value of its own. Vectors hold the same element of many
 * rows, instead of a short row and empty lanes. Example: the distances of points in space, whose
 * last axis has three coordinates.
 *
 * <p>Each row has the same operations in the same order, and so the same bits. Rows that a kernel
 * reduces in another order are not written out.
 */
public final class ShortRows {

  /** The longest row that is written out. */
  static final int LONGEST = 8;

  /** The largest number of instructions of a written-out loop; its values stay in near caches. */
  private static final int MOST_INSTRUCTIONS = 96;

  private ShortRows() {}

  /** {@return an equal program whose short rows are written out} */
  public static FusedProgram unroll(FusedProgram program) {
    return KernelRegistry.kernels().takesStraightCode()
        ? program.eachSection(section -> section.stream().map(ShortRows::unrolled).toList())
        : program;
  }

  private static Step unrolled(Step step) {
    var loop =
        switch (step) {
          case Step.Loop rows when rows.body().hasRows() -> rows;
          case Step.Reduce reduce when reduce.kept() == reduce.shape().rank() - 1 -> ofRows(reduce);
          default -> null;
        };
    return loop != null && isShort(loop) ? new Unrolling(loop).run() : step;
  }

  private static boolean isShort(Step.Loop loop) {
    int length = loop.shape().dim(loop.shape().rank() - 1);
    return length > 1
        && length <= LONGEST
        && length * loop.body().code().size() <= MOST_INSTRUCTIONS
        && loop.body().code().stream().allMatch(instr -> isOrdered(instr, length));
  }

  /** {@return whether the reduction of a row of this length has a known order} */
  private static boolean isOrdered(Instr instr, int length) {
    boolean isSum = instr.op() == ScalarOp.ROW_SUM;
    return !instr.op().isRowReduction()
        || Lane.isStored(instr.dtype())
            && (!isSum || LaneFold.width(Lane.of(instr.dtype()), length) == 1);
  }

  /** {@return a reduction along the last axis as a loop over rows; null for other reductions} */
  private static Step.@Nullable Loop ofRows(Step.Reduce reduce) {
    var op = rowReduction(reduce.op());
    if (op == null) {
      return null;
    }
    var body = reduce.body();
    int elements = body.results().getFirst();
    var code = new ArrayList<>(body.code());
    code.add(Instr.of(op, body.dtype(elements), elements));
    var rows = new LoopBody(body.inputs(), code, List.of(body.valueCount()));
    var output = reduce.output();
    var outer = reduce.shape().slice(0, reduce.kept());
    int[] strides = Arrays.copyOf(outer.strides(), reduce.shape().rank());
    var layout = new Layout(reduce.shape(), output.layout().offset(), strides);
    var result = new Value(output.place(), layout, output.dtype());
    return new Step.Loop(rows, reduce.shape(), reduce.inputs(), List.of(result));
  }

  private static @Nullable ScalarOp rowReduction(ReduceOp op) {
    return switch (op) {
      case SUM -> ScalarOp.ROW_SUM;
      case MAX -> ScalarOp.ROW_MAX;
      case MIN -> ScalarOp.ROW_MIN;
      case PROD, AND, OR, XOR -> null;
    };
  }

  /** Writes out the rows of one loop. */
  private static final class Unrolling {

    private final Step.Loop loop;
    private final LoopBody body;
    private final Shape outer;
    private final int length;
    private final List<Value> inputs = new ArrayList<>();
    private final List<DType> dtypes = new ArrayList<>();
    private final List<Instr> code = new ArrayList<>();

    /**
     * By old value, its new numbers: one for each element of a row, or a single one for equal
     * elements.
     */
    private final int[][] numbers;

    Unrolling(Step.Loop loop) {
      this.loop = loop;
      body = loop.body();
      int last = loop.shape().rank() - 1;
      outer = loop.shape().slice(0, last);
      length = loop.shape().dim(last);
      numbers = new int[body.valueCount()][];
    }

    Step.Loop run() {
      for (int v = 0; v < body.inputs().size(); v++) {
        var elements = elements(loop.inputs().get(v));
        numbers[v] = new int[elements.size()];
        for (int i = 0; i < elements.size(); i++) {
          numbers[v][i] = inputs.size();
          inputs.add(elements.get(i));
          dtypes.add(elements.get(i).dtype());
        }
      }
      for (int v = body.inputs().size(); v < body.valueCount(); v++) {
        numbers[v] = values(body.instr(v));
      }
      var results = new ArrayList<Integer>();
      var outputs = new ArrayList<Value>();
      for (int k = 0; k < body.results().size(); k++) {
        var elements = elements(loop.outputs().get(k));
        for (int i = 0; i < elements.size(); i++) {
          results.add(element(body.results().get(k), i));
          outputs.add(elements.get(i));
        }
      }
      return new Step.Loop(new LoopBody(dtypes, code, results), outer, inputs, outputs);
    }

    /**
     * {@return the elements of the rows of a value; a single one if all elements of a row are
     * equal}
     */
    private List<Value> elements(Value value) {
      int last = outer.rank();
      int[] strides = value.stridesFor(last + 1);
      var elements = new ArrayList<Value>();
      for (int i = 0; i < (strides[last] == 0 ? 1 : length); i++) {
        int offset = value.layout().offset() + i * strides[last];
        var layout = new Layout(outer, offset, Arrays.copyOf(strides, last));
        elements.add(new Value(value.place(), layout, value.dtype()));
      }
      return elements;
    }

    private int element(int value, int i) {
      return numbers[value][numbers[value].length == 1 ? 0 : i];
    }

    private int[] values(Instr instr) {
      return switch (instr.op()) {
        case ROW_SUM, ROW_MAX, ROW_MIN -> new int[] {reduced(instr)};
        case ROW_SPREAD -> numbers[instr.args().getFirst()];
        case INDEX -> indices(instr);
        default -> {
          int copies = 1;
          for (int arg : instr.args()) {
            copies = Math.max(copies, numbers[arg].length);
          }
          int[] values = new int[copies];
          for (int i = 0; i < copies; i++) {
            int element = i;
            var args = instr.args().stream().map(arg -> element(arg, element)).toList();
            values[i] = emit(new Instr(instr.op(), instr.dtype(), args, instr.immediate()));
          }
          yield values;
        }
      };
    }

    /** {@return the value that reduces the elements in their order} */
    private int reduced(Instr instr) {
      var step =
          switch (instr.op()) {
            case ROW_SUM -> ScalarOp.ADD;
            case ROW_MAX -> ScalarOp.MAX;
            default -> ScalarOp.MIN;
          };
      int operand = instr.args().getFirst();
      int all = element(operand, 0);
      for (int i = 1; i < length; i++) {
        all = emit(Instr.of(step, instr.dtype(), all, element(operand, i)));
      }
      // A sum starts at zero: negative zeros add up to a positive zero.
      return instr.op() == ScalarOp.ROW_SUM && instr.dtype().isFloating()
          ? emit(Instr.of(step, instr.dtype(), all, emit(Instr.constant(instr.dtype(), 0))))
          : all;
    }

    private int[] indices(Instr instr) {
      if (instr.immediate() < outer.rank()) {
        return new int[] {emit(instr)};
      }
      int[] values = new int[length];
      for (int i = 0; i < length; i++) {
        values[i] = emit(Instr.constant(instr.dtype(), i));
      }
      return values;
    }

    private int emit(Instr instr) {
      code.add(instr);
      return dtypes.size() + code.size() - 1;
    }
  }
}
