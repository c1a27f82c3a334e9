package io.cambric.kernels.simd.codegen;

import io.cambric.array.DType;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.scalar.CircularMath;
import io.cambric.kernel.scalar.HyperbolicMath;
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
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reads functions of {@link ScalarMath} and its neighbours from their bytecode, as instructions of
 * a {@link LoopBody}. A conditional expression becomes a selection between both sides.
 *
 * <p>The bytecode is interpreted once, with numbers of values on the stack and in locals.
 */
final class FunctionReader {

  /** The classes of functions, whose methods have different names. */
  private static final List<Class<?>> OWNERS =
      List.of(ScalarMath.class, CircularMath.class, HyperbolicMath.class);

  /** The methods, by the names of their classes and their own. */
  private static final Map<String, MethodModel> METHODS =
      OWNERS.stream()
          .flatMap(FunctionReader::methods)
          .collect(Collectors.toUnmodifiableMap(FunctionReader::key, Function.identity()));

  private final int inputs;
  private final List<Instr> code = new ArrayList<>();

  private FunctionReader(int inputs) {
    this.inputs = inputs;
  }

  private static Stream<MethodModel> methods(Class<?> owner) {
    try (InputStream bytes = owner.getResourceAsStream(owner.getSimpleName() + ".class")) {
      if (bytes == null) {
        throw new IllegalStateException(owner.getName() + " is not beside the kernels");
      }
      return ClassFile.of().parse(bytes.readAllBytes()).methods().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String key(MethodModel method) {
    String owner = method.parent().orElseThrow().thisClass().asInternalName();
    return key(owner, method.methodName().stringValue());
  }

  private static String key(String owner, String name) {
    return owner + "." + name;
  }

  private static String key(Class<?> owner, String name) {
    return key(owner.getName().replace('.', '/'), name);
  }

  /** {@return the key of a function of one of the classes} */
  private static String find(String name) {
    return OWNERS.stream()
        .map(owner -> key(owner, name))
        .filter(METHODS::containsKey)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no class of functions has " + name));
  }

  /** {@return the instructions of a function of floats} */
  static LoopBody read(String name) {
    String key = find(name);
    int arity = METHODS.get(key).methodTypeSymbol().parameterCount();
    var reader = new FunctionReader(arity);
    int result = reader.new Call(key, IntStream.range(0, arity).boxed().toList()).result();
    return new LoopBody(Collections.nCopies(arity, DType.F32), reader.code, List.of(result));
  }

  /** {@return the number of a value, that of an equal instruction if there is one} */
  private int add(Instr instr) {
    int known = code.indexOf(instr);
    if (known < 0) {
      known = code.size();
      code.add(instr);
    }
    return inputs + known;
  }

  private int add(ScalarOp op, DType dtype, Integer... args) {
    return add(Instr.of(op, dtype, args));
  }

  private int integer(int value) {
    return add(Instr.constant(DType.I32, value));
  }

  private boolean is(int value, int literal) {
    return value == inputs + code.indexOf(Instr.constant(DType.I32, literal));
  }

  private DType dtype(int value) {
    return value < inputs ? DType.F32 : code.get(value - inputs).dtype();
  }

  /** {@return a selection; of one and zero it is the condition itself, a bool in bytecode} */
  private int select(int condition, int value, int otherwise) {
    return is(value, 1) && is(otherwise, 0)
        ? condition
        : add(ScalarOp.SELECT, dtype(value), condition, otherwise, value);
  }

  /** One call of a method, whose instructions are inlined. */
  private final class Call {

    private final String key;

    /** The instructions and the labels. */
    private final List<CodeElement> elements;

    private final Map<Integer, Integer> locals = new HashMap<>();
    private final Deque<Integer> stack = new ArrayDeque<>();

    Call(String key, List<Integer> args) {
      this.key = key;
      elements =
          METHODS
              .get(key)
              .code()
              .orElseThrow()
              .elementStream()
              .filter(element -> element instanceof Instruction || element instanceof LabelTarget)
              .toList();
      for (int i = 0; i < args.size(); i++) {
        locals.put(i, args.get(i));
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
            case IFGE -> ScalarOp.LT;
            case IFGT -> ScalarOp.LE;
            case IFLE -> ScalarOp.GT;
            case IFLT -> ScalarOp.GE;
            case IFNE -> ScalarOp.EQ;
            case IFEQ -> ScalarOp.NE;
            default -> throw unreadable(elements.get(at));
          };
      int value = stack.pop();
      if (elements.get(at - 1) instanceof OperatorInstruction compare
          && (compare.opcode() == Opcode.FCMPL || compare.opcode() == Opcode.FCMPG)) {
        // With NaN the branch is taken, except for NE.
        boolean less = negated == ScalarOp.LT || negated == ScalarOp.LE;
        boolean equality = negated == ScalarOp.EQ || negated == ScalarOp.NE;
        if (!equality && less != (compare.opcode() == Opcode.FCMPG)) {
          throw unreadable(elements.get(at));
        }
        return add(negated, DType.BOOL, stack.pop(), value);
      }
      if (dtype(value) != DType.BOOL) {
        return add(negated, DType.BOOL, value, integer(0));
      }
      return negated == ScalarOp.NE ? value : add(ScalarOp.NOT, DType.BOOL, value);
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
      return constant.constantValue() instanceof Integer value
          ? integer(value)
          : add(Instr.constant(DType.F32, (Float) constant.constantValue()));
    }

    private void convert(Opcode opcode) {
      switch (opcode) {
        case I2F -> stack.push(add(ScalarOp.CONVERT, DType.F32, stack.pop()));
        case F2I -> stack.push(add(ScalarOp.CONVERT, DType.I32, stack.pop()));
        // Around a square root, whose float is the same.
        default -> {}
      }
    }

    private void operate(Opcode opcode) {
      switch (opcode) {
        // Compared by the branch that follows.
        case FCMPL, FCMPG -> {}
        case FNEG, INEG -> {
          int value = stack.pop();
          stack.push(add(ScalarOp.NEG, dtype(value), value));
        }
        case ISHL -> binary(ScalarOp.SHIFT_LEFT);
        case ISHR -> binary(ScalarOp.SHIFT_RIGHT_ARITHMETIC);
        case IUSHR -> binary(ScalarOp.SHIFT_RIGHT_LOGICAL);
        default -> binary(ScalarOp.valueOf(opcode.name().substring(1)));
      }
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
      String key = key(call.owner().asInternalName(), callee);
      if (METHODS.containsKey(key)) {
        return new Call(key, List.of(args)).result();
      }
      return switch (callee) {
        case "fma" -> add(ScalarOp.FMA, DType.F32, args);
        case "abs" -> add(ScalarOp.ABS, DType.F32, args);
        case "sqrt" -> add(ScalarOp.SQRT, DType.F32, args);
        case "min" -> add(ScalarOp.MIN, DType.F32, args);
        case "max" -> add(ScalarOp.MAX, DType.F32, args);
        case "isNaN" -> add(ScalarOp.NE, DType.BOOL, args[0], args[0]);
        case "floatToRawIntBits" -> add(ScalarOp.BITCAST, DType.I32, args);
        case "intBitsToFloat" -> add(ScalarOp.BITCAST, DType.F32, args);
        default -> throw unreadable(call);
      };
    }

    private IllegalStateException unreadable(CodeElement element) {
      return new IllegalStateException(key + " has no vector code because of " + element);
    }
  }
}
