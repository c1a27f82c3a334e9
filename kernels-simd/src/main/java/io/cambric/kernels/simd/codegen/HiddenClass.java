package io.cambric.kernels.simd.codegen;

import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Classes of generated code. */
public final class HiddenClass {

  private HiddenClass() {}

  /** {@return the descriptor of a class of generated code} */
  public static ClassDesc named(String name) {
    return ClassDesc.of(HiddenClass.class.getPackageName() + "." + name);
  }

  /** {@return a static method of a class that is loaded here} */
  public static MethodHandle define(byte[] bytes, String name, MethodType type) {
    try {
      var lookup = MethodHandles.lookup().defineHiddenClass(bytes, true);
      return lookup.findStatic(lookup.lookupClass(), name, type);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a generated loop cannot be loaded", e);
    }
  }
}
