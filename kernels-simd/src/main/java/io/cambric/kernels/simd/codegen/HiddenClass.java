package io.cambric.kernels.simd.codegen;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.function.Consumer;

/** Classes of generated code. */
public final class HiddenClass {

  /** Flags of a generated method. */
  static final int FLAGS = ClassFile.ACC_STATIC | ClassFile.ACC_FINAL;

  private static final DirectMethodHandleDesc CLASS_DATA =
      ConstantDescs.ofConstantBootstrap(
          ClassDesc.of(MethodHandles.class.getName()),
          "classDataAt",
          ConstantDescs.CD_Object,
          ConstantDescs.CD_int);

  private HiddenClass() {}

  /** {@return the descriptor of a class of generated code} */
  public static ClassDesc named(String name) {
    return ClassDesc.of(HiddenClass.class.getPackageName() + "." + name);
  }

  /**
   * {@return the only method of a new class, named run}
   *
   * @param name of the class, and of its source file
   * @param constants objects that the method loads with {@link #constant}
   */
  static MethodHandle write(
      String name, MethodType type, List<?> constants, Consumer<CodeBuilder> method) {
    var descriptor = type.describeConstable().orElseThrow();
    var bytes =
        ClassFile.of()
            .build(
                named(name),
                self ->
                    self.with(SourceFileAttribute.of(name))
                        .withMethodBody("run", descriptor, FLAGS, method));
    return define(bytes, constants, "run", type);
  }

  /** {@return the description that loads a constant of the class; the JIT treats it as constant} */
  static DynamicConstantDesc<?> constant(int number, ClassDesc type) {
    return DynamicConstantDesc.ofNamed(CLASS_DATA, ConstantDescs.DEFAULT_NAME, type, number);
  }

  /** {@return a static method of a class, after loading the class} */
  public static MethodHandle define(byte[] bytes, String name, MethodType type) {
    return define(bytes, List.of(), name, type);
  }

  private static MethodHandle define(
      byte[] bytes, List<?> constants, String name, MethodType type) {
    try {
      var lookup = MethodHandles.lookup().defineHiddenClassWithClassData(bytes, constants, true);
      return lookup.findStatic(lookup.lookupClass(), name, type);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a generated loop cannot be loaded", e);
    }
  }
}
