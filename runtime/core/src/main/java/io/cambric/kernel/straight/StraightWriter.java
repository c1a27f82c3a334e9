package io.cambric.kernel.straight;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import io.cambric.array.Buffer;
import io.cambric.kernel.FloatFunction;
import io.cambric.kernel.ScalarOp;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes a class of straight code: methods of a few steps each, and one method that calls them all.
 */
public final class StraightWriter {

  /** The parameters of a method of some steps. */
  static final int ARRAYS = 0;

  static final int OFFSETS = 1;

  /** The largest number of values in the steps of a method, so that the JIT compiles the method. */
  static final int MOST_VALUES = 200;

  private static final MethodTypeDesc RUN =
      MethodTypeDesc.of(CD_void, CD_Object.arrayType(), CD_int.arrayType());

  private static final ClassDesc NAME =
      ClassDesc.of(StraightWriter.class.getPackageName() + ".Straight");

  /** Straight code with the working memory that it needs. */
  public static final class Written {

    private final StraightCode code;
    private final List<WorkingMemory.Piece> memory;

    private Written(StraightCode code, List<WorkingMemory.Piece> memory) {
      this.code = code;
      this.memory = memory;
    }

    /** {@return the code} */
    public StraightCode code() {
      return code;
    }

    /** {@return new working memory and the functions, which follow the arrays of the steps} */
    public List<Object> allocate() {
      return memory.stream()
          .map(piece ->
              switch (piece) {
                case WorkingMemory.Piece.Values(var dtype, int length) ->
                    Buffer.allocate(dtype, length).storage();
                case WorkingMemory.Piece.Called(var function) -> function;
              })
          .toList();
    }

    @Override
    public String toString() {
      return "straight code with %d arrays of working memory".formatted(memory.size());
    }
  }

  private StraightWriter() {}

  /**
   * {@return the code of some steps}
   *
   * @param arrays the number of arrays that they read or write
   * @param functions returns the vector code of a function, or null if there is none
   */
  public static Written write(
      List<SmallStep> steps, int arrays, Function<ScalarOp, @Nullable FloatFunction> functions) {
    var memory = new WorkingMemory(arrays);
    var divided =
        steps.stream()
            .flatMap(step -> FunctionSteps.split(step, functions, memory).stream())
            .toList();
    return new Written(load(bytes(divided, memory)), memory.pieces());
  }

  /**
   * {@return the class file of some steps}
   *
   * @param memory takes the working memory that they need
   */
  static byte[] bytes(List<SmallStep> steps, WorkingMemory memory) {
    return ClassFile.of()
        .build(
            NAME,
            self -> {
              self.withInterfaceSymbols(ClassDesc.of(StraightCode.class.getName()));
              self.with(SourceFileAttribute.of("Straight"));
              write(self, methods(steps), memory);
            });
  }

  private static StraightCode load(byte[] bytes) {
    try {
      var lookup = MethodHandles.lookup().defineHiddenClass(bytes, true);
      return (StraightCode) lookup.lookupClass().getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("generated code cannot be loaded", e);
    }
  }

  private static List<List<SmallStep>> methods(List<SmallStep> steps) {
    var methods = new ArrayList<List<SmallStep>>();
    int values = MOST_VALUES;
    for (var step : steps) {
      int more = step.values();
      if (values + more > MOST_VALUES) {
        methods.add(new ArrayList<>());
        values = 0;
      }
      methods.getLast().add(step);
      values += more;
    }
    return methods;
  }

  private static void write(
      ClassBuilder self, List<List<SmallStep>> methods, WorkingMemory memory) {
    self.withMethodBody(
        INIT_NAME,
        MTD_void,
        ClassFile.ACC_PUBLIC,
        code -> code.aload(0).invokespecial(CD_Object, INIT_NAME, MTD_void).return_());
    for (int i = 0; i < methods.size(); i++) {
      var steps = methods.get(i);
      self.withMethodBody(
          "steps" + i,
          RUN,
          ClassFile.ACC_STATIC | ClassFile.ACC_FINAL,
          code -> {
            var locals = new HashMap<Integer, Integer>();
            steps.forEach(step -> StepWriter.write(code, step, memory, locals));
            code.return_();
          });
    }
    self.withMethodBody(
        "run",
        RUN,
        ClassFile.ACC_PUBLIC,
        code -> {
          for (int i = 0; i < methods.size(); i++) {
            code.aload(code.parameterSlot(0)).aload(code.parameterSlot(1));
            code.invokestatic(NAME, "steps" + i, RUN);
          }
          code.return_();
        });
  }
}
