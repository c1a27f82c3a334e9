package io.cambric.kernels.simd.codegen;

import io.cambric.array.DType;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.scalar.ScalarMath;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.constant.ClassDesc;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Translates the bytecode of a function, such as {@link ScalarMath#exp}, to instructions of a
 * {@link LoopBody}. A conditional expression becomes a selection between both sides.
 *
 * <p>The bytecode is interpreted once. Its stack and locals hold the numbers of values.
 */
final class FunctionReader {

  /** Methods by the internal name of their class. */
  private static final Map<String, Map<String, MethodModel>> METHODS = new ConcurrentHashMap<>();

  private final List<DType> inputs;
  private final List<Instr> code = new ArrayList<>();

  private FunctionReader(List<DType> inputs) {
    this.inputs = inputs;
  }

  /** {@return the methods of a class next to {@code ScalarMath}} */
  private static Map<String, MethodModel> methods(String owner) {
    try (InputStream bytes = ScalarMath.class.getResourceAsStream("/" + owner + ".class")) {
      if (bytes == null) {
        throw new IllegalStateException(owner + ".class is not next to the kernels");
      }
      return ClassFile.of().parse(bytes.readAllBytes()).methods().stream()
          .collect(
              Collectors.toUnmodifiableMap(
                  method -> method.methodName().stringValue(), Function.identity()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static MethodModel method(String owner, String name) {
    var method = METHODS.computeIfAbsent(owner, FunctionReader::methods).get(name);
    if (method == null) {
      throw new IllegalStateException(owner + " has no " + name);
    }
    return method;
  }

  /** {@return the instructions of a function of floats or doubles} */
  static LoopBody read(Class<?> owner, String name) {
    var internal = owner.getName().replace('.', '/');
    var parameters = method(internal, name).methodTypeSymbol().parameterList();
    var inputs = parameters.stream().map(FunctionReader::dtype).toList();
    var args = IntStream.range(0, inputs.size()).boxed().toList();
    var reader = new FunctionReader(inputs);
    int result = reader.new Call(internal, name, args).result();
    return new LoopBody(inputs, reader.code, List.of(result));
  }

  private static DType dtype(ClassDesc type) {
    return switch (TypeKind.from(type)) {
      case FLOAT -> DType.F32;
      case DOUBLE -> DType.F64;
      case LONG -> DType.I64;
      default -> DType.I32;
    };
  }

  /** {@return the number of a value; equal instructions share one} */
  private int add(Instr instr) {
    int known = code.indexOf(instr);
    if (known < 0) {
      known = code.size();
      code.add(instr);
    }
    return inputs.size() + known;
  }

  private int add(ScalarOp op, DType dtype, Integer... args) {
    return add(Instr.of(op, dtype, args));
  }

  private int integer(int value) {
    return add(Instr.constant(DType.I32, value));
  }

  private boolean is(int value, int literal) {
    return value == inputs.size() + code.indexOf(Instr.constant(DType.I32, literal));
  }

  private DType dtype(int value) {
    return value < inputs.size() ? inputs.get(value) : code.get(value - inputs.size()).dtype();
  }

  /**
   * {@return a selection, or the condition itself if it selects 1 or 0, as bytecode does for a
   * bool}
   */
  private int select(int condition, int value, int otherwise) {
    return is(value, 1) && is(otherwise, 0)
        ? condition
        : add(ScalarOp.SELECT, dtype(value), condition, otherwise, value);
  }

  /** One call of a method, with its instructions inlined. */
  private final class Call {

    private final String owner;
    private final String name;

    /** The instructions and the labels. */
    private final List<CodeElement> elements;

    private final Map<Integer, Integer> locals = new HashMap<>();
    private final Deque<Integer> stack = new ArrayDeque<>();

    Call(String owner, String name, List<Integer> args) {
      this.owner = owner;
      this.name = name;
      elements =
          method(owner, name)
              .code()
              .orElseThrow()
              .elementStream()
              .filter(element -> element instanceof Instruction || element instanceof LabelTarget)
              .toList();
      int slot = 0;
      for (int arg : args) {
        locals.put(slot, arg);
        slot += dtype(arg).bytes() == Long.BYTES ? 2 : 1;
      }
    }

    int result() {
      interpret(0, elements.size());
      return stack.pop();
    }

    /** {@return the position of the next jump or return, or the end if there is none before} */
    private int interpret(int from, int end) {
      int at = from;
      while (at < end) {
        var element = elements.get(at);
        if (element instanceof ReturnInstruction || isJump(element)) {
          return at;
        }
        at = element instanceof BranchInstruction branch ? choose(at, branch) : step(at, element);
      }
      return at;
    }

    private static boolean isJump(CodeElement element) {
      return element instanceof BranchInstruction branch
          && (branch.opcode() == Opcode.GOTO || branch.opcode() == Opcode.GOTO_W);
    }

    /** Interprets both sides of a conditional expression. The first side ends with a jump. */
    private int choose(int at, BranchInstruction branch) {
      int condition = condition(at, branch.opcode());
      int second = position(branch.target());
      int jump = interpret(at + 1, second);
      if (!(elements.get(jump) instanceof BranchInstruction over)) {
        throw unreadable(branch);
      }
      int value = stack.pop();
      int next = interpret(second, position(over.target()));
      stack.push(select(condition, value, stack.pop()));
      return next;
    }

    private int position(Label label) {
      return IntStream.range(0, elements.size())
          .filter(
              i -> elements.get(i) instanceof LabelTarget target && target.label().equals(label))
          .findFirst()
          .orElseThrow();
    }

    /** {@return the condition under which a branch is not taken} */
    private int condition(int at, Opcode branch) {
      var negated =
          switch (branch) {
            case IFGE, IF_ICMPGE -> ScalarOp.LT;
            case IFGT, IF_ICMPGT -> ScalarOp.LE;
            case IFLE, IF_ICMPLE -> ScalarOp.GT;
            case IFLT, IF_ICMPLT -> ScalarOp.GE;
            case IFNE, IF_ICMPNE -> ScalarOp.EQ;
            case IFEQ, IF_ICMPEQ -> ScalarOp.NE;
            default -> throw unreadable(elements.get(at));
          };
      int value = stack.pop();
      if (branch.name().startsWith("IF_ICMP")) {
        return add(negated, DType.BOOL, stack.pop(), value);
      }
      if (elements.get(at - 1) instanceof OperatorInstruction compare
          && isComparison(compare.opcode())) {
        // NaN takes the branch, except for NE.
        boolean less = negated == ScalarOp.LT || negated == ScalarOp.LE;
        boolean equality = negated == ScalarOp.EQ || negated == ScalarOp.NE;
        boolean orGreater = compare.opcode() == Opcode.FCMPG || compare.opcode() == Opcode.DCMPG;
        if (!equality && less != orGreater) {
          throw unreadable(elements.get(at));
        }
        return add(negated, DType.BOOL, stack.pop(), value);
      }
      if (dtype(value) != DType.BOOL) {
        return add(negated, DType.BOOL, value, integer(0));
      }
      return negated == ScalarOp.NE ? value : add(ScalarOp.NOT, DType.BOOL, value);
    }

    private static boolean isComparison(Opcode opcode) {
      return switch (opcode) {
        case FCMPL, FCMPG, DCMPL, DCMPG, LCMP -> true;
        default -> false;
      };
    }

    private int step(int at, CodeElement element) {
      switch (element) {
        case LabelTarget _ -> {}
        case LoadInstruction load -> stack.push(Objects.requireNonNull(locals.get(load.slot())));
        case StoreInstruction store -> locals.put(store.slot(), stack.pop());
        case ConstantInstruction constant -> stack.push(literal(constant));
        case ConvertInstruction convert -> convert(convert.opcode());
        case OperatorInstruction operator -> operate(operator.opcode());
        case InvokeInstruction call -> stack.push(call(call));
        default -> throw unreadable(element);
      }
      return at + 1;
    }

    private int literal(ConstantInstruction constant) {
      return switch (constant.constantValue()) {
        case Integer value -> integer(value);
        case Long value when (long) (double) value == value ->
            add(Instr.constant(DType.I64, value));
        case Float value -> add(Instr.constant(DType.F32, value));
        case Double value -> add(Instr.constant(DType.F64, value));
        default -> throw unreadable(constant);
      };
    }

    private void convert(Opcode opcode) {
      switch (opcode) {
        case I2F -> stack.push(add(ScalarOp.CONVERT, DType.F32, stack.pop()));
        case F2I -> stack.push(add(ScalarOp.CONVERT, DType.I32, stack.pop()));
        // They surround a square root, which has the same bits in float.
        case F2D, D2F -> {}
        default -> throw unreadable(opcode);
      }
    }

    private void operate(Opcode opcode) {
      switch (opcode) {
        // The branch that follows compares.
        case FCMPL, FCMPG, DCMPL, DCMPG, LCMP -> {}
        case FNEG, DNEG, INEG -> stack.push(add(ScalarOp.NEG, dtype(stack.peek()), stack.pop()));
        case ISHL, LSHL -> shift(ScalarOp.SHIFT_LEFT);
        case ISHR, LSHR -> shift(ScalarOp.SHIFT_RIGHT_ARITHMETIC);
        case IUSHR, LUSHR -> shift(ScalarOp.SHIFT_RIGHT_LOGICAL);
        default -> binary(ScalarOp.valueOf(opcode.name().substring(1)));
      }
    }

    /**
     * Shifts a number. Bytecode has an int as distance; an instruction has a number of the shifted
     * type.
     */
    private void shift(ScalarOp op) {
      int distance = stack.pop();
      int value = stack.peek();
      var literal = code.get(distance - inputs.size());
      stack.push(add(Instr.constant(dtype(value), literal.immediate())));
      binary(op);
    }

    private void binary(ScalarOp op) {
      int second = stack.pop();
      int first = stack.pop();
      stack.push(add(op, dtype(first), first, second));
    }

    private int call(InvokeInstruction call) {
      String callee = call.name().stringValue();
      var args = new Integer[call.typeSymbol().parameterCount()];
      for (int i = args.length - 1; i >= 0; i--) {
        args[i] = stack.pop();
      }
      if (!call.owner().asInternalName().startsWith("java/")) {
        return new Call(call.owner().asInternalName(), callee, List.of(args)).result();
      }
      var dtype = dtype(args[0]);
      return switch (callee) {
        case "fma" -> add(ScalarOp.FMA, dtype, args);
        case "abs" -> add(ScalarOp.ABS, dtype, args);
        case "sqrt" -> add(ScalarOp.SQRT, dtype, args);
        case "min" -> add(ScalarOp.MIN, dtype, args);
        case "max" -> add(ScalarOp.MAX, dtype, args);
        case "isNaN" -> add(ScalarOp.NE, DType.BOOL, args[0], args[0]);
        case "floatToRawIntBits" -> add(ScalarOp.BITCAST, DType.I32, args);
        case "doubleToRawLongBits" -> add(ScalarOp.BITCAST, DType.I64, args);
        case "longBitsToDouble" -> add(ScalarOp.BITCAST, DType.F64, args);
        case "intBitsToFloat" -> add(ScalarOp.BITCAST, DType.F32, args);
        default -> throw unreadable(call);
      };
    }

    private IllegalStateException unreadable(Object element) {
      return new IllegalStateException(
          owner.replace('/', '.') + "." + name + " has no vector code because of " + element);
    }
  }
}
