package io.cambric.processor.read;

import com.palantir.javapoet.ClassName;

/** Names of the runtime types that generated code uses. */
public final class RuntimeTypes {

  /** An array value. */
  public static final ClassName ARRAY = ClassName.get("io.cambric.core", "Array");

  /** A random key. */
  public static final ClassName KEY = ClassName.get("io.cambric.numpy", "Key");

  /** Random keys by stream. */
  public static final ClassName RNGS = ClassName.get("io.cambric.scope", "Rngs");

  /** A tree of variables by collection. */
  public static final ClassName VARIABLES = ClassName.get("io.cambric.scope", "Variables");

  /** The superclass of generated modules. */
  public static final ClassName MODULE = inModule("Module");

  /** The type information that is fixed for a module class. */
  public static final ClassName MODULE_TYPE = inModule("ModuleType");

  /** How the runtime describes a component. */
  public static final ClassName COMPONENT = MODULE_TYPE.nestedClass("Component");

  /** Name, place and binding of a module value. */
  public static final ClassName HANDLE = inModule("Handle");

  /** Whether a method is compact. */
  public static final ClassName METHOD_KIND = inModule("MethodKind");

  /** A function from array to array. */
  public static final ClassName LAYER = inModule("Layer");

  /** The transformations that have options, as methods. */
  public static final ClassName LIFTABLE = inModule("Liftable");

  /** The constructors of the classes of lifted modules. */
  public static final ClassName FORMS = MODULE_TYPE.nestedClass("Forms");

  /** Output and changed variables of a call. */
  public static final ClassName APPLIED = inModule("Applied");

  /** Output and variables of an initialization. */
  public static final ClassName INITIALIZED = inModule("Initialized");

  /** Options of a call. */
  public static final ClassName APPLY_OPTIONS = inModule("ApplyOptions");

  /** The axes of the arrays of a method. */
  public static final ClassName DIMS_CONTRACT = inModule("DimsContract");

  /** How a pytree node is taken apart and put together. */
  public static final ClassName FLATTENER = ClassName.get("io.cambric.tree", "Flattener");

  /** Marks generated classes. */
  public static final ClassName GENERATED = ClassName.get("io.cambric.annotations", "Generated");

  private RuntimeTypes() {}

  private static ClassName inModule(String name) {
    return ClassName.get("io.cambric.module", name);
  }
}
