package io.cambric.kernel.straight;

import io.cambric.array.DType;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.util.List;

/** Writes the search for the largest or the smallest element of each line. */
final class SearchWriter {

  private final CodeBuilder code;
  private final SmallStep.Search search;
  private final PointLoops loops;
  private final TypeKind kind;
  private final int best;
  private final int element;
  private final int index;

  SearchWriter(CodeBuilder code, SmallStep.Search search, PointLoops loops) {
    this.code = code;
    this.search = search;
    this.loops = loops;
    kind = kind(search.input().dtype());
    best = code.allocateLocal(kind);
    element = code.allocateLocal(kind);
    index = code.allocateLocal(TypeKind.INT);
  }

  /** {@return whether elements of a dtype are compared in their stored form} */
  static boolean compares(DType dtype) {
    return dtype == DType.F32 || dtype == DType.F64 || dtype == DType.I32;
  }

  private static TypeKind kind(DType dtype) {
    return ScalarEmitter.kind(dtype);
  }

  void write() {
    int last = search.dims().length - 1;
    loops.nest(
        0,
        last,
        loops.cursors(List.of(search.input(), search.output())),
        cursors -> {
          loops.load(cursors.get(0));
          code.storeLocal(kind, best).iconst_0().istore(index);
          loops.nest(last, last + 1, cursors, inner -> compare(inner.get(0), last));
          loops.store(cursors.get(1), () -> code.iload(index));
        });
  }

  /** Keeps an element that is better than the best one so far, or the first NaN. */
  private void compare(PointLoops.Cursor cursor, int dim) {
    var isWorse = code.newLabel();
    loops.load(cursor);
    code.storeLocal(kind, element);
    code.loadLocal(kind, element).loadLocal(kind, best);
    // A comparison with NaN counts as better, so the best element is checked for NaN.
    if (kind == TypeKind.INT) {
      if (search.isMax()) {
        code.if_icmple(isWorse);
      } else {
        code.if_icmpge(isWorse);
      }
    } else {
      difference(search.isMax());
      if (search.isMax()) {
        code.ifle(isWorse);
      } else {
        code.ifge(isWorse);
      }
      code.loadLocal(kind, best).loadLocal(kind, best);
      difference(true);
      code.ifne(isWorse);
    }
    code.loadLocal(kind, element).storeLocal(kind, best);
    code.iload(loops.counter(dim)).istore(index);
    code.labelBinding(isWorse);
  }

  /** Compares two floats. If one is NaN, {@code isPositive} is the sign of the outcome. */
  private void difference(boolean isPositive) {
    if (kind == TypeKind.FLOAT) {
      if (isPositive) {
        code.fcmpg();
      } else {
        code.fcmpl();
      }
    } else if (isPositive) {
      code.dcmpg();
    } else {
      code.dcmpl();
    }
  }
}
