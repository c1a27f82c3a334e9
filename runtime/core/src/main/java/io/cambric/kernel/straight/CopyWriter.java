package io.cambric.kernel.straight;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import io.cambric.kernel.straight.PointLoops.Cursor;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/** Writes the copy of a block whose position is computed. */
final class CopyWriter {

  private static final ClassDesc MATH = ClassDesc.of(Math.class.getName());
  private static final ClassDesc SELF = ClassDesc.of(CopyWriter.class.getName());
  private static final MethodTypeDesc EQUALIZE =
      MethodTypeDesc.of(CD_void, CD_Object, CD_int, CD_Object, CD_int, CD_int);

  private final CodeBuilder code;
  private final SmallStep.Copy copy;
  private final PointLoops loops;

  CopyWriter(CodeBuilder code, SmallStep.Copy copy, PointLoops loops) {
    this.code = code;
    this.copy = copy;
    this.loops = loops;
  }

  void write() {
    var from = loops.cursor(copy.from());
    var to = loops.cursor(copy.to());
    var whole = copy.whole();
    if (whole != null) {
      loops.place(loops.cursor(whole));
      loops.place(to);
      code.loadConstant(copy.size()).invokestatic(SELF, "equalize", EQUALIZE);
    }
    var outside = code.newLabel();
    for (var start : copy.starts()) {
      move(whole == null ? from : to, start, outside);
    }
    loops.nest(
        0,
        copy.dims().length,
        List.of(from, to),
        cursors -> loops.store(cursors.get(1), () -> loops.load(cursors.get(0))));
    code.labelBinding(outside);
  }

  /**
   * Makes a target equal to an array of the same type, unless they are one; straight code calls it.
   */
  static void equalize(Object source, int from, Object target, int to, int size) {
    if (source != target || from != to) {
      System.arraycopy(source, from, target, to, size);
    }
  }

  /** Adds a start to a position. */
  private void move(Cursor cursor, SmallStep.Start start, Label outside) {
    int place = code.allocateLocal(TypeKind.INT);
    loops.load(loops.cursor(start.place()));
    if (start.isDropped()) {
      code.istore(place);
      code.iload(place).iflt(outside);
      code.iload(place).loadConstant(start.most()).if_icmpgt(outside);
    } else {
      code.i2l().iconst_0().loadConstant(start.most());
      code.invokestatic(MATH, "clamp", MethodTypeDesc.of(CD_int, CD_long, CD_int, CD_int));
      code.istore(place);
    }
    code.iload(cursor.local()).iload(place).loadConstant(start.stride()).imul().iadd();
    code.istore(cursor.local());
  }
}
