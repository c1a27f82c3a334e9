package io.cambric.kernels.simd.codegen;

import static io.cambric.kernels.simd.codegen.VectorCode.MASK;
import static io.cambric.kernels.simd.codegen.VectorCode.SHUFFLE;
import static io.cambric.kernels.simd.codegen.VectorCode.VECTOR;
import static java.lang.constant.ConstantDescs.CD_int;

import io.cambric.kernel.block.OffsetTables;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.WarmUp;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorShuffle;

/**
 * Writes {@code run(T[] source, int[] at, int first, int from, T[] target, int to, int apart, int
 * rows, int[] pairs)}. The code transposes a matrix with as many columns as a vector has lanes, and
 * at least as many rows. A row begins at {@code at[first + row] + from}.
 *
 * <p>A square tile is transposed in registers by a butterfly. Its step {@code d} exchanges elements
 * that are {@code d} lanes and {@code d} rows apart. The last tile begins earlier if rows remain.
 *
 * <p>Shorts move in pairs: two neighbours in a column form one int. One method therefore writes the
 * even columns of shorts, and another one the odd columns. The pairs of a tile pass through the
 * last argument, since HotSpot does not compile a longer method.
 *
 * <p>For 512-bit vectors, one instruction selects from two vectors. Shorter vectors have no such
 * instruction, so one vector is rearranged and blended with the other.
 */
public final class TransposeWriter {

  private static final List<Parameter> PARAMETERS =
      Parameter.list(
          "T[] source, int[] at, int first, int from, T[] target, int to, int apart, int rows, "
              + "int[] pairs");

  private static final ClassDesc BINARY = VectorCode.desc("VectorOperators$Binary");

  private static final boolean SELECTS = Species.F32.vectorBitSize() == 512;

  /** The loops of each type: two for shorts, of even and of odd columns, and one for all others. */
  private static final List<List<BlockLoops>> LOOPS =
      Arrays.stream(LaneType.values()).map(TransposeWriter::loops).toList();

  /** The rows of {@link #EIGHTS}. */
  private static final int ROWS = 8;

  private static final List<Parameter> OF_EIGHTS =
      Parameter.list(
          "T[] source, int[] at, int row, int[] runs, int first, int end = 1, int offset, "
              + "T[] target, int to, int apart, int length = "
              + WarmUp.LOOPS * Species.LANES);

  /**
   * The transposition of eight rows of floats, for vectors of two halves. A row begins at {@code
   * at[row]}, and its runs at {@code runs[first] + offset} and so on. A run has at least as many
   * elements as a vector has lanes. Each element of a run becomes a row of eight. The runs of the
   * target are {@code apart}.
   */
  public static final BlockLoops EIGHTS =
      Parameter.loop(
          "TranspositionOfEightRows",
          LaneType.F32,
          OF_EIGHTS,
          "length",
          constants(LaneType.F32, false),
          Parameter.sample(LaneType.F32, OF_EIGHTS, ROWS * WarmUp.LOOPS * Species.LANES),
          code -> new TransposeWriter(LaneType.F32, false, code).writeRuns());

  private final LaneType lanes;
  private final boolean odd;
  private final ClassDesc bits;
  private final KernelCode code;

  private TransposeWriter(LaneType lanes, boolean odd, KernelCode code) {
    this.lanes = lanes;
    this.odd = odd;
    this.code = code;
    bits = lanes.bits().vector();
  }

  /**
   * {@return the transposition of arrays of these elements; for shorts, one loop for each half of
   * the columns}
   */
  public static List<BlockLoops> of(LaneType lanes) {
    return LOOPS.get(lanes.ordinal());
  }

  private static List<BlockLoops> loops(LaneType lanes) {
    var even = loop(lanes, false);
    return lanes == LaneType.I16 ? List.of(even, loop(lanes, true)) : List.of(even);
  }

  /**
   * {@return the transposition of arrays of these elements}
   *
   * @param odd for shorts, whether the odd columns are written; the rows of the target are only
   *     these columns
   */
  private static BlockLoops loop(LaneType lanes, boolean odd) {
    int n = lanes.lanes();
    int rows = WarmUp.LOOPS * n;
    var array = lanes.array().componentType();
    Object source = Array.newInstance(array, rows * n);
    Object target = Array.newInstance(array, rows * n);
    int[] at = OffsetTables.of(rows, n);
    int[] pairs = new int[n * n];
    return Parameter.loop(
        "TranspositionOf" + (odd ? "Odd" : "") + lanes,
        lanes,
        PARAMETERS,
        "rows",
        constants(lanes, odd),
        new Object[] {source, at, 0, 0, target, 0, rows, rows, pairs},
        code -> new TransposeWriter(lanes, odd, code).write());
  }

  /** Two constants for each step of the butterfly, then one that pairs shorts. */
  private static List<Object> constants(LaneType lanes, boolean odd) {
    int length = lanes.bits().lanes();
    var constants = new ArrayList<>();
    for (int distance = 1; distance < length; distance *= 2) {
      int d = distance;
      if (SELECTS) {
        constants.add(indices(lanes.bits(), i -> (i & d) == 0 ? i : length + i - d));
        constants.add(indices(lanes.bits(), i -> (i & d) == 0 ? i + d : length + i));
      } else {
        var species = lanes.bits() == LaneType.I32 ? Species.I32 : Species.I64;
        constants.add(VectorShuffle.fromOp(species, i -> i ^ d));
        constants.add(Species.odd(species, d));
      }
    }
    constants.add(indices(LaneType.I16, i -> i / 2 * 2 + (odd ? 1 : 0) + i % 2 * 2 * length));
    return constants;
  }

  private static Object indices(LaneType lanes, IntUnaryOperator index) {
    int[] indices = IntStream.range(0, lanes.lanes()).map(index).toArray();
    return switch (lanes) {
      case I64 ->
          LongVector.fromArray(Species.I64, IntStream.of(indices).mapToLong(i -> i).toArray(), 0);
      case I16 -> {
        short[] shorts = new short[indices.length];
        IntStream.range(0, shorts.length).forEach(i -> shorts[i] = (short) indices[i]);
        yield ShortVector.fromArray(Species.I16, shorts, 0);
      }
      default -> IntVector.fromArray(Species.I32, indices, 0);
    };
  }

  private void write() {
    code.get("rows").plus(-lanes.lanes()).set("last");
    code.loop(CountedLoop.upTo("i", "rows", lanes.lanes()), this::tile);
  }

  private void tile() {
    int n = lanes.bits().lanes();
    code.least("i", "last").set("row");
    code.get("row").plus("first").set("entry");
    boolean paired = lanes == LaneType.I16;
    if (paired) {
      code.number(n * n).set("all");
      code.loop(CountedLoop.upTo("pair", "all", n), this::pair);
    }
    for (int r = 0; r < n; r++) {
      int row = r;
      if (paired) {
        code.vector(LaneType.I32, "pairs", () -> code.number(row * n));
      } else {
        load();
      }
      code.keep("v" + r);
    }
    exchange(n);
    code.get("row").plus("to").set("position");
    for (int r = 0; r < n; r++) {
      store(r);
      code.advance("position", "apart");
    }
  }

  private void writeRuns() {
    code.get("length").plus(-lanes.lanes()).set("last");
    code.loop(
        CountedLoop.between("run", "first", "end"),
        () -> {
          code.loop(CountedLoop.upTo("i", "length", lanes.lanes()), this::eightRows);
          code.advance("to", "apart");
        });
  }

  /**
   * Transposes a vector of each row. The last step exchanges neighbours, after which each half of a
   * vector is a row of the target.
   */
  private void eightRows() {
    code.least("i", "last").set("k");
    code.entry("runs", "run", 0).plus("offset").plus("k").set("from");
    code.get("row").set("entry");
    for (int r = 0; r < ROWS; r++) {
      load();
      code.keep("v" + r);
    }
    exchange(ROWS);
    code.get("k").times(ROWS).plus("to").set("position");
    for (int r = 0; r < ROWS; r += 2) {
      exchange(Integer.numberOfTrailingZeros(ROWS), "v" + r, "v" + (r + 1));
    }
    for (int r = 0; r < 2 * ROWS - 1; r += 2) {
      store(r % ROWS + r / ROWS);
      code.advance("position", lanes.lanes());
    }
  }

  /** The steps of the butterfly on a number of rows. */
  private void exchange(int rows) {
    for (int d = 1, number = 0; d < rows; d *= 2, number++) {
      for (int r = 0; r < rows; r++) {
        if ((r & d) == 0) {
          exchange(number, "v" + r, "v" + (r + d));
        }
      }
    }
  }

  private void store(int row) {
    code.reference("v" + row);
    view("viewAsFloatingLanes", "reinterpretAsShorts", lanes.bits(), lanes);
    code.store("target", () -> code.get("position"));
  }

  /** Loads the next row. */
  private void load() {
    code.vector("source", () -> code.entry("at", "entry", 0).plus("from"));
    if (!SELECTS || lanes != LaneType.I16) {
      view("viewAsIntegralLanes", "reinterpretAsInts", lanes, lanes.bits());
    }
    code.advance("entry", 1);
  }

  /** Writes the even or the odd shorts of two rows as ints. */
  private void pair() {
    load();
    code.keep("upper");
    load();
    code.keep("lower");
    if (SELECTS) {
      int constant = 2 * Integer.numberOfTrailingZeros(lanes.bits().lanes());
      select(constant, lanes.vector(), "upper", "lower");
      view("", "reinterpretAsInts", lanes, lanes.bits());
    } else {
      code.reference(odd ? "lower" : "upper");
      code.number(odd ? -1 << Short.SIZE : (1 << Short.SIZE) - 1)
          .builder()
          .invokevirtual(bits, "and", MethodTypeDesc.of(bits, CD_int));
      code.reference(odd ? "upper" : "lower");
      VectorCode.operator(code.builder(), odd ? "LSHR" : "LSHL", BINARY);
      code.number(Short.SIZE)
          .builder()
          .invokevirtual(bits, "lanewise", MethodTypeDesc.of(bits, BINARY, CD_int))
          .invokevirtual(bits, "or", MethodTypeDesc.of(bits, VECTOR));
    }
    code.reference("pairs").get("pair");
    VectorCode.store(code.builder(), LaneType.I32);
  }

  /** Reinterprets the vector on the stack, unless it holds integers. */
  private void view(String floating, String shorts, LaneType from, LaneType to) {
    if (from != to) {
      var name = lanes == LaneType.I16 ? shorts : floating;
      code.builder().invokevirtual(from.vector(), name, MethodTypeDesc.of(to.vector()));
    }
  }

  /** One step of the butterfly on two rows. */
  private void exchange(int number, String x, String y) {
    if (SELECTS) {
      select(2 * number, bits, x, y);
      select(2 * number + 1, bits, x, y);
      code.keep(y).keep(x);
      return;
    }
    code.reference(x).reference(y);
    rearrange(number);
    blend(number);
    code.reference(x);
    rearrange(number);
    code.reference(y);
    blend(number);
    code.keep(y).keep(x);
  }

  private void select(int constant, ClassDesc type, String x, String y) {
    code.constant(constant, type).reference(x).reference(y);
    code.builder().invokevirtual(type, "selectFrom", MethodTypeDesc.of(type, VECTOR, VECTOR));
  }

  private void rearrange(int number) {
    VectorCode.rearrange(code.constant(2 * number, SHUFFLE).builder(), lanes.bits());
  }

  private void blend(int number) {
    VectorCode.blend(code.constant(2 * number + 1, MASK).builder(), lanes.bits());
  }
}
