package io.cambric.kernels.simd.codegen;

import io.cambric.kernels.simd.math.VectorMath;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Inlines the functions of {@link VectorMath} into generated loops, by copying their bytecode.
 *
 * <p>The JIT cannot be relied on to inline calls: it does not inline a method that it has compiled
 * to large code before. Each vector that passes such a call is boxed.
 */
final class VectorInliner {

  private static final String VECTORS = "jdk/incubator/vector/";

  private static final String OWNER = VectorMath.class.getName().replace('.', '/');

  private static final Map<String, CodeModel> METHODS = methods();

  private VectorInliner() {}

  private static Map<String, CodeModel> methods() {
    var methods = new HashMap<String, CodeModel>();
    for (var method : parse().methods()) {
      method
          .code()
          .ifPresent(code ->
              methods.put(
                  method.methodName().stringValue() + method.methodType().stringValue(), code));
    }
    return methods;
  }

  private static ClassModel parse() {
    try (InputStream bytes = VectorMath.class.getResourceAsStream("VectorMath.class")) {
      if (bytes == null) {
        throw new IllegalStateException("VectorMath.class is not beside the kernels");
      }
      return ClassFile.of().parse(bytes.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CodeModel method(String name, MethodTypeDesc type) {
    CodeModel code = METHODS.get(name + type.descriptorString());
    if (code == null) {
      throw new IllegalStateException("VectorMath has no " + name + type.displayDescriptor());
    }
    return code;
  }

  /** {@return the number of vector operations of a function} */
  static int cost(String name, MethodTypeDesc type) {
    int cost = 0;
    for (var element : method(name, type)) {
      if (element instanceof InvokeInstruction call) {
        cost += isOwn(call) ? cost(call.name().stringValue(), call.typeSymbol()) : vectorCost(call);
      }
    }
    return cost;
  }

  private static int vectorCost(InvokeInstruction call) {
    boolean free =
        switch (call.name().stringValue()) {
          case "broadcast", "viewAsIntegralLanes", "viewAsFloatingLanes", "zero" -> true;
          default -> false;
        };
    return call.owner().asInternalName().startsWith(VECTORS) && !free ? 1 : 0;
  }

  private static boolean isOwn(InvokeInstruction call) {
    return call.owner().asInternalName().equals(OWNER);
  }

  /**
   * Copies the code of a function whose arguments are on the stack, and leaves its result there.
   */
  static void inline(CodeBuilder code, String name, MethodTypeDesc type) {
    var slots = new HashMap<Integer, Integer>();
    List<ClassDesc> parameters = type.parameterList();
    int[] starts = new int[parameters.size()];
    for (int i = 0, slot = 0; i < starts.length; i++) {
      starts[i] = slot;
      slot += TypeKind.from(parameters.get(i)).slotSize();
    }
    for (int i = starts.length - 1; i >= 0; i--) {
      var kind = TypeKind.from(parameters.get(i));
      code.storeLocal(kind, slots.computeIfAbsent(starts[i], _ -> code.allocateLocal(kind)));
    }
    for (var element : method(name, type)) {
      if (element instanceof Instruction instruction) {
        copy(code, instruction, slots);
      }
    }
  }

  private static void copy(CodeBuilder code, Instruction instruction, Map<Integer, Integer> slots) {
    switch (instruction) {
      case LoadInstruction load ->
          code.loadLocal(load.typeKind(), slot(code, slots, load.slot(), load.typeKind()));
      case StoreInstruction store ->
          code.storeLocal(store.typeKind(), slot(code, slots, store.slot(), store.typeKind()));
      case ReturnInstruction _ -> {
        // The only return, at the end: the result stays on the stack.
      }
      case InvokeInstruction call when call.opcode() == Opcode.INVOKESTATIC && isOwn(call) ->
          inline(code, call.name().stringValue(), call.typeSymbol());
      case java.lang.classfile.instruction.BranchInstruction _ ->
          throw new IllegalStateException("functions of VectorMath have no branches");
      default -> code.with((CodeElement) instruction);
    }
  }

  private static int slot(
      CodeBuilder code, Map<Integer, Integer> slots, int original, TypeKind kind) {
    return slots.computeIfAbsent(original, _ -> code.allocateLocal(kind));
  }
}
