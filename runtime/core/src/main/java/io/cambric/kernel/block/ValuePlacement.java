package io.cambric.kernel.block;

import io.cambric.kernel.Operand;
import io.cambric.kernel.block.IterationSpace.Extent;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The places of the values of a {@link BlockRunner}: in an operand, or in an array of the block.
 * They follow from the strides, the compiled code, and the operands that share memory. Equal runs
 * share them.
 */
final class ValuePlacement {

  private static final int[] NONE = {};

  private final LoopProgram program;
  private final IterationSpace space;
  private final CompiledSegments code;
  private final Extent extent;

  /** For each pair of input and output, a bit that marks shared memory. */
  private final BitSet aliases;

  private final boolean[] inPlace;
  private final int[] directOutput;
  private final boolean[] invariant;

  /** Values in arrays of the block, ascending. */
  private final int[] inside;

  /** For each value, the first value in the same array of the block. */
  private final int[] firstInArray;

  /** For each value, the period of its elements in points, or 0. */
  private final int[] periods;

  private final int[] scalars;
  private final int[] literals;
  private final boolean takesAnyLength;

  ValuePlacement(
      LoopProgram program,
      IterationSpace space,
      CompiledSegments code,
      Extent extent,
      List<Operand> inputs,
      List<Operand> outputs) {
    this.program = program;
    this.space = space;
    this.code = code;
    this.extent = extent;
    aliases = aliases(inputs, outputs);
    inPlace = new boolean[program.inputs];
    for (int v = 0; v < inPlace.length; v++) {
      inPlace[v] =
          isUsableInPlace(v)
              && Lane.isStored(program.dtypes[v])
              && !isOverwritten(v, inputs, outputs);
    }
    directOutput = directOutputs(inputs, outputs);
    invariant = new boolean[program.values];
    for (int v = 0; v < invariant.length; v++) {
      invariant[v] = v < program.inputs ? !inPlace[v] && space.isScalar(v) : program.isConstant(v);
    }
    inside = IntStream.range(0, program.values).filter(this::needsArray).toArray();
    firstInArray = firstInArrays();
    periods = periods(program.inputs + outputs.size());
    scalars = IntStream.range(0, program.inputs).filter(v -> invariant[v]).toArray();
    literals =
        IntStream.range(program.inputs, program.values)
            .filter(v -> invariant[v] && code.needs(v))
            .toArray();
    takesAnyLength =
        program.hasRows
            ? needsBlocksOfCodeOnly(outputs.size())
            : needsNoTemporaries(outputs.size());
  }

  /**
   * {@return whether the values have the same places for other operands with the strides of the
   * space}
   */
  boolean fits(CompiledSegments other, List<Operand> inputs, List<Operand> outputs) {
    return code == other && aliases.equals(aliases(inputs, outputs));
  }

  private static BitSet aliases(List<Operand> inputs, List<Operand> outputs) {
    int reads = inputs.size();
    var pairs = new BitSet();
    for (int k = 0; k < outputs.size(); k++) {
      var written = outputs.get(k).buffer().storage();
      for (int i = 0; i < reads; i++) {
        if (inputs.get(i).buffer().storage() == written) {
          pairs.set(k * reads + i);
        }
      }
    }
    return pairs;
  }

  /** {@return whether instructions read an input in the memory of its operand} */
  boolean isInPlace(int input) {
    return inPlace[input];
  }

  /** {@return the output in whose memory a value is computed, or -1} */
  int directOutput(int value) {
    return directOutput[value];
  }

  /** {@return whether a value is filled once for all blocks} */
  boolean isInvariant(int value) {
    return invariant[value];
  }

  /** {@return the values in arrays of the block, ascending} */
  int[] inside() {
    return inside;
  }

  /** {@return the first value that shares an array of the block with a value} */
  int firstInArray(int value) {
    return firstInArray[value];
  }

  /**
   * {@return the number of points after which the elements of an input or an index repeat} Example:
   * the row of a broadcast vector. It is 0 if they do not repeat, or if another value uses their
   * array.
   */
  int period(int value) {
    return hasPeriods() ? periods[value] : 0;
  }

  /** {@return whether the elements of an input or an index repeat} */
  boolean hasPeriods() {
    return periods != NONE;
  }

  /** {@return the periods of all values; most loops have none, and share the empty array} */
  private int[] periods(int indexOperand) {
    int[] found = NONE;
    int index = indexOperand;
    for (int v = 0; v < program.values; v++) {
      boolean isIndex = v >= program.inputs && program.isIndex(v);
      if (v >= program.inputs && !isIndex) {
        continue;
      }
      int period = invariant[v] ? 0 : periodOf(v, isIndex ? index : v);
      index += isIndex ? 1 : 0;
      if (period > 0) {
        found = found == NONE ? new int[program.values] : found;
        found[v] = period;
      }
    }
    return found;
  }

  /**
   * {@return the period of a value, or 0}
   *
   * @param operand its number in the space
   */
  private int periodOf(int value, int operand) {
    if (program.rows[value] || !needsArray(value)) {
      return 0;
    }
    for (int v : inside) {
      if (v != value && firstInArray[v] == firstInArray[value]) {
        return 0;
      }
    }
    int axis = 0;
    long period = space.points();
    while (axis < space.rank() && space.stride(operand, axis) == 0) {
      period /= Math.max(1, space.dim(axis++));
    }
    return axis > 0 && period <= Block.SIZE ? (int) period : 0;
  }

  /** {@return the inputs that have one element for all points} */
  int[] scalars() {
    return scalars;
  }

  /** {@return the literals that are read from an array of the block} */
  int[] literals() {
    return literals;
  }

  /**
   * {@return whether consecutive blocks may run as one block of any length} The overhead of a block
   * is then paid once. Such a run needs memory for the points of one block at most.
   */
  boolean takesAnyLength() {
    return takesAnyLength;
  }

  private boolean needsArray(int value) {
    return code.needs(value)
        && (value < program.inputs ? !inPlace[value] : directOutput[value] < 0);
  }

  private int[] firstInArrays() {
    int[] first = new int[program.values];
    for (int k = 0; k < inside.length; k++) {
      int v = inside[k];
      first[v] = v;
      for (int before = 0; before < k && code.sharesArrays(); before++) {
        int w = inside[before];
        if (program.lanes[w] == program.lanes[v] && program.temporary[w] == program.temporary[v]) {
          first[v] = w;
          break;
        }
      }
    }
    return first;
  }

  private int[] directOutputs(List<Operand> inputs, List<Operand> outputs) {
    int[] direct = new int[program.values];
    Arrays.fill(direct, -1);
    for (int k = 0; k < outputs.size(); k++) {
      int v = program.results[k];
      if (v >= program.inputs
          && !program.isConstant(v)
          && !program.isIndex(v)
          && !program.rows[v]
          && direct[v] < 0
          && isUsableInPlace(program.inputs + k)
          && Lane.isStored(program.dtypes[v])
          && isSafeToWriteEarly(v, outputs.get(k), inputs)) {
        direct[v] = k;
      }
    }
    return direct;
  }

  /** {@return whether instructions can read or write an operand in place} */
  private boolean isUsableInPlace(int operand) {
    if (operand < program.inputs && program.rows[operand]) {
      return code.isOneByRows() && space.hasEvenRows(operand, extent);
    }
    return space.isLinear(operand, extent)
        || (code.isOneByRows() && space.isByRows(operand, extent));
  }

  /** {@return whether compiled code computes all results directly in the outputs} */
  private boolean needsNoTemporaries(int outputs) {
    for (int v = 0; v < program.values; v++) {
      boolean placed = v < program.inputs ? inPlace[v] : directOutput[v] >= 0;
      boolean computed = v < program.inputs || program.isConstant(v) || code.covers(v);
      if (!computed || (code.needs(v) && !placed)) {
        return false;
      }
    }
    for (int k = 0; k < outputs; k++) {
      if (directOutput[program.results[k]] != k) {
        return false;
      }
    }
    return true;
  }

  /**
   * {@return whether compiled code reads and writes all rows in place; only the code itself then
   * keeps points in memory of the block}
   */
  private boolean needsBlocksOfCodeOnly(int outputs) {
    if (!code.isOneByRows()) {
      return false;
    }
    for (int v = 0; v < program.inputs; v++) {
      boolean isEven =
          program.rows[v] ? space.hasEvenRows(v, Extent.SPACE) : space.isByRows(v, Extent.SPACE);
      boolean isPlaced = inPlace[v] && isEven;
      if (!invariant[v] && !isPlaced) {
        return false;
      }
    }
    for (int k = 0; k < outputs; k++) {
      int v = program.results[k];
      if (!program.rows[v]
          && !(directOutput[v] == k && space.isByRows(program.inputs + k, Extent.SPACE))) {
        return false;
      }
    }
    return true;
  }

  /**
   * {@return whether a value may be written before later reads} An output may share its buffer with
   * an input, which must not be read after it is overwritten.
   */
  private boolean isSafeToWriteEarly(int value, Operand output, List<Operand> inputs) {
    for (int i = 0; i < program.inputs; i++) {
      if (code.readsAfter(i, value) && shareMemory(inputs.get(i), output)) {
        return false;
      }
    }
    return true;
  }

  /**
   * {@return whether other results overwrite an input} An input that is also a result must be kept
   * while they are stored.
   */
  private boolean isOverwritten(int input, List<Operand> inputs, List<Operand> outputs) {
    return program.lastUse[input] == Integer.MAX_VALUE
        && outputs.stream().anyMatch(output -> shareMemory(output, inputs.get(input)));
  }

  private static boolean shareMemory(Operand a, Operand b) {
    return a.buffer().storage() == b.buffer().storage();
  }
}
