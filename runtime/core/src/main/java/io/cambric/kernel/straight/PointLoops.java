package io.cambric.kernel.straight;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** Emits loops over the points of a step, with a position for each access. */
final class PointLoops {

  private final CodeBuilder code;
  private final int[] dims;

  /** For each number of an array, the local that holds the array. */
  private final Map<Integer, Integer> arrays;

  /** For each dim, its loop counter. */
  private final int[] counters;

  PointLoops(CodeBuilder code, int[] dims, Map<Integer, Integer> arrays) {
    this.code = code;
    this.dims = dims;
    this.arrays = arrays;
    counters = new int[dims.length];
    Arrays.setAll(counters, _ -> code.allocateLocal(TypeKind.INT));
  }

  /**
   * The position of an access.
   *
   * @param local the local with the position, which is a sum over the dims of the enclosing loops
   */
  record Cursor(Access access, int local) {}

  int[] dims() {
    return dims;
  }

  /** {@return the local with the loop counter of a dim} */
  int counter(int dim) {
    return counters[dim];
  }

  List<Cursor> cursors(List<Access> accesses) {
    return accesses.stream().map(this::cursor).toList();
  }

  /** {@return the position of the first element} The array is loaded outside of all loops. */
  Cursor cursor(Access access) {
    int array = access.array();
    if (!arrays.containsKey(array)) {
      int local = code.allocateLocal(TypeKind.REFERENCE);
      code.aload(StraightWriter.ARRAYS).loadConstant(array).aaload();
      code.checkcast(ScalarEmitter.array(access.dtype())).astore(local);
      arrays.put(array, local);
    }
    int local = code.allocateLocal(TypeKind.INT);
    code.aload(StraightWriter.OFFSETS).loadConstant(array).iaload();
    code.loadConstant(access.offset()).iadd().istore(local);
    return new Cursor(access, local);
  }

  /** Emits loops over some dims around code that receives the positions at its points. */
  void nest(int from, int to, List<Cursor> cursors, Consumer<List<Cursor>> inside) {
    if (from == to) {
      inside.accept(cursors);
      return;
    }
    code.iconst_0().istore(counters[from]);
    if (dims[from] == 1) {
      nest(from + 1, to, cursors, inside);
      return;
    }
    var test = code.newBoundLabel();
    var done = code.newLabel();
    code.iload(counters[from]).loadConstant(dims[from]).if_icmpge(done);
    nest(from + 1, to, cursors.stream().map(cursor -> moved(cursor, from)).toList(), inside);
    code.iinc(counters[from], 1).goto_(test).labelBinding(done);
  }

  private Cursor moved(Cursor cursor, int dim) {
    var strides = cursor.access().strides();
    if (dim >= strides.length || strides[dim] == 0) {
      return cursor;
    }
    int local = code.allocateLocal(TypeKind.INT);
    code.iload(cursor.local()).iload(counters[dim]);
    if (strides[dim] != 1) {
      code.loadConstant(strides[dim]).imul();
    }
    code.iadd().istore(local);
    return new Cursor(cursor.access(), local);
  }

  /** Loads an array and a position. */
  void place(Cursor cursor) {
    int array = Objects.requireNonNull(arrays.get(cursor.access().array()));
    code.aload(array).iload(cursor.local());
  }

  /** Loads the element at a distance along one dim. */
  void load(Cursor cursor, int distance) {
    place(cursor);
    if (distance != 0) {
      code.loadConstant(distance).iadd();
    }
    code.arrayLoad(ScalarEmitter.stored(cursor.access().dtype()));
  }

  /** Loads the element at a position. */
  void load(Cursor cursor) {
    load(cursor, 0);
  }

  /** Stores a value at a distance from a position. */
  void store(Cursor cursor, int distance, Runnable value) {
    place(cursor);
    if (distance != 0) {
      code.loadConstant(distance).iadd();
    }
    value.run();
    code.arrayStore(ScalarEmitter.stored(cursor.access().dtype()));
  }

  /** Stores a value at a position. */
  void store(Cursor cursor, Runnable value) {
    store(cursor, 0, value);
  }
}
