package io.cambric.kernels.simd.codegen;

import static java.lang.constant.ConstantDescs.CD_int;

import io.cambric.array.DType;
import io.cambric.kernel.LoopBody;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.MethodTypeDesc;

/**
 * Locals with the vectors of a body's values, and the loads and stores of these vectors.
 *
 * <p>In a loop over doubles, a vector has as many points as it holds doubles. Values of four bytes
 * use half of their vectors there. Bools are longs or masks there, and ints in memory.
 */
final class ValueLocals {

  private final KernelCode locals;
  private final CodeBuilder code;
  private final LoopBody body;
  private final Form[] forms;
  private final int[] slots;

  ValueLocals(KernelCode locals, LoopBody body) {
    this.locals = locals;
    this.code = locals.builder();
    this.body = body;
    this.forms = new Form[body.valueCount()];
    this.slots = new int[body.valueCount()];
  }

  /** {@return a copy; values added to one later are not in the other} */
  ValueLocals copy() {
    var copy = new ValueLocals(locals, body);
    System.arraycopy(forms, 0, copy.forms, 0, forms.length);
    System.arraycopy(slots, 0, copy.slots, 0, slots.length);
    return copy;
  }

  /** {@return the name of a local with the array of a value} */
  static String array(int value) {
    return "array" + value;
  }

  /** {@return the name of a local with the position of a value in its array} */
  static String offset(int value) {
    return "offset" + value;
  }

  /** {@return the form of a value as numbers} */
  Form form(int value) {
    return Form.of(body.dtype(value), locals.vectors());
  }

  /** {@return the form in which a value is held} */
  Form held(int value) {
    return forms[value];
  }

  int slot(int value) {
    return slots[value];
  }

  /** Makes a value an alias of a local. */
  void alias(int result, int slot, Form form) {
    slots[result] = slot;
    forms[result] = form;
  }

  /** Stores the vector on the stack in a new local. */
  void keep(int value, Form form) {
    alias(value, code.allocateLocal(TypeKind.REFERENCE), form);
    code.astore(slots[value]);
  }

  private void position(int value, int shift) {
    locals.reference(array(value)).get(offset(value)).plus("i").plus(shift);
  }

  private LaneType memory(int value) {
    return LaneType.of(body.dtype(value));
  }

  /** Loads the vector of a value at the point {@code i + shift}. */
  void load(int value, int shift) {
    loadMemory(value, shift);
    if (form(value).lanes() != memory(value)) {
      VectorCode.convert(code, memory(value), form(value).lanes());
    }
    keep(value, form(value));
  }

  private void loadMemory(int value, int shift) {
    var memory = memory(value);
    VectorCode.species(code, memory);
    position(value, shift);
    VectorCode.load(code, memory);
  }

  /** Broadcasts the element of a row value. */
  void spread(int value) {
    var memory = memory(value);
    VectorCode.species(code, memory);
    locals.reference(array(value)).get(offset(value));
    memory.loadElement(code);
    VectorCode.spread(code, memory);
    keep(value, form(value));
  }

  /** Stores the first lane of a row value. */
  void storeFirst(int value) {
    var element = memory(value).element();
    locals.reference(array(value)).get(offset(value));
    get(value, form(value));
    code.loadConstant(0)
        .invokevirtual(form(value).type(), "lane", MethodTypeDesc.of(element, CD_int))
        .arrayStore(TypeKind.from(element));
  }

  /**
   * Stores a value at the point {@code i + shift}. A masked store leaves lanes outside the int mask
   * {@code mask} unchanged.
   */
  void store(int value, int shift, boolean masked) {
    var form = form(value);
    var memory = memory(value);
    if (masked) {
      loadMemory(value, shift);
    }
    get(value, form);
    if (form.lanes() != memory) {
      VectorCode.convert(code, form.lanes(), memory);
    }
    if (masked) {
      locals.reference("mask");
      VectorCode.cast(code, memory);
      VectorCode.blend(code, memory);
    }
    position(value, shift);
    if (memory.bits() != locals.vectors().bits()) {
      VectorCode.storeBesideDoubles(code, memory);
    } else {
      VectorCode.store(code, memory);
    }
  }

  /** Broadcasts a literal of the body. */
  void literal(int value) {
    VectorCode.broadcast(code, form(value).lanes(), body.instr(value).immediate());
    keep(value, form(value));
  }

  /** Loads a value in the form in which it is held. */
  void get(int value) {
    code.aload(slots[value]);
  }

  /** Loads a value in another form: a bool is 1 or 0 as an integer. */
  void get(int value, Form form) {
    var held = forms[value];
    if (held == form) {
      get(value);
    } else if (form.isFloating() || held.isFloating() || body.dtype(value) != DType.BOOL) {
      throw new IllegalStateException("a value is read as " + form + ", but it is " + held);
    } else if (!form.isMask()) {
      VectorCode.broadcast(code, form.lanes(), 0);
      form.lanes().literal(code, 1);
      get(value, form.mask());
      VectorCode.blendLiteral(code, form.lanes());
    } else {
      get(value);
      if (!held.isMask()) {
        compare(held, "NE", () -> VectorCode.broadcast(code, held.lanes(), 0));
      }
      if (held.lanes() != form.lanes()) {
        VectorCode.cast(code, form.lanes());
      }
    }
  }

  /** Compares the vector on the stack with another one. */
  void compare(Form form, String comparison, Runnable other) {
    VectorCode.operator(code, comparison, VectorCode.COMPARISON);
    other.run();
    var type = MethodTypeDesc.of(VectorCode.MASK, VectorCode.COMPARISON, VectorCode.VECTOR);
    code.invokevirtual(form.type(), "compare", type);
  }
}
