package io.cambric.processor.report;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The diagnostics, each with the paragraph on its page: signatures first, then bodies. */
public enum DiagnosticCode {
  /** A definition that isn't a record. */
  MODULE_NOT_RECORD(
      """
      A definition must be a record, because its hyperparameters must be values: modules are \
      compared by them, copied with changes to them, and printed. Declare the type as a record. \
      Its fields become components, and code of the constructor moves to a secondary constructor.\
      """),

  /** A definition of the wrong name. */
  MODULE_NAME_NOT_DEF(
      """
      The definition XDef generates the module X, so its name must be the name of the module \
      followed by Def. Without this ending, both would have the same name. Rename the record.\
      """),

  /** A definition that the generated class can't reach. */
  MODULE_IS_PRIVATE(
      """
      The generated class is in the same package and calls the definition. Therefore neither the \
      record nor an enclosing type may be private. Package-private is enough.\
      """),

  /** A definition or a pytree in a file without a class. */
  IN_IMPLICIT_CLASS(
      """
      A file may declare main and its types without a class around them. The compiler adds an \
      implicit class, which other files cannot name. Generated code is in other files, so it \
      cannot name the types in that class either. Declare the class yourself, with the name of the \
      file.\
      """),

  /** Several setup methods. */
  SETUP_TWICE(
      """
      A module has only one setup method, because one record holds all its parts. Merge the \
      methods.\
      """),

  /** A setup method that returns something else. */
  SETUP_RETURNS_RECORD(
      """
      A setup method returns its submodules and variables as a record, whose component names \
      become their scope names. The record must be nested in the definition, because its mirror is \
      generated with the module. It must not be private, because the generated class reads it.\
      """),

  /** A setup method with parameters. */
  SETUP_TAKES_NOTHING(
      """
      Setup runs before any other method and takes no parameters: its only inputs are the \
      components of the definition. Move code that depends on a call argument to a @Compact \
      method.\
      """),

  /** A method with two annotations that exclude each other. */
  COMPACT_AND_SETUP(
      """
      A @Compact method creates submodules while it computes, a @Setup method creates them \
      beforehand, and a @Nowrap method creates none. A method can have only one of these \
      annotations.\
      """),

  /** An annotated method that can't be run. */
  METHOD_NOT_CALLABLE(
      """
      The generated class calls the method on an instance of the definition, from the same \
      package. It cannot call a private method, and a static method has no instance. Remove the \
      modifier. If the method is only a helper within the definition, remove the annotation \
      instead.\
      """),

  /** A method without a scope that asks for parts. */
  NOWRAP_TAKES_PARTS(
      """
      A @Nowrap method never enters the scope of the module, but the setup record exists only in \
      that scope. Compute from the components alone, or remove @Nowrap.\
      """),

  /** A checked exception in a signature. */
  CHECKED_EXCEPTION(
      """
      Transformations and functional interfaces call the methods of modules, and they declare no \
      exceptions. Therefore neither these methods nor constructors may throw checked exceptions. \
      Catch the exception in the method, and throw an unchecked exception with it as the cause.\
      """),

  /** A component that is not a value. */
  COMPONENT_NOT_HASHABLE(
      """
      Modules are values: they are equal when their components are equal, and they are the keys of \
      compiled functions. A mutable component could change after compilation. A component that \
      compares by identity makes equal modules differ, so everything is compiled again. Use an \
      immutable type that defines equals. Declare data that are trained or updated as params or \
      variables in a method. Functions are allowed, and compare by identity.\
      """),

  /** A hidden type in a generated signature. */
  TYPE_LESS_VISIBLE(
      """
      The generated class is public and in the package of the definition, so it can use all types \
      there that are not private. If the module exports the package, its users need public types. \
      A public type may be nested in the definition, even if the definition is not public. Make \
      the type visible. If the method or constructor is only a helper, make it private instead. In \
      signatures, use modules rather than definitions. Use the setup record only as the hidden \
      first parameter of a method.\
      """),

  /** Two generated methods with the same signature. */
  MEMBER_COLLISION(
      """
      Each component generates an accessor and a wither, each constructor a factory named of, and \
      each method a method. The method call also generates the forms of init and apply. Every \
      module inherits methods such as name, named, copy, bind and path. A class cannot have two \
      methods with the same signature, so rename the method. A component may have any name except \
      "name", which Flax also reserves. If a component has the name of an inherited method, only \
      the definition can read the component.\
      """),

  /** A prefix that can't begin an automatic name. */
  MODULE_NAME_INVALID(
      """
      Automatic names begin with the name given to @Module, as in LSTMCell_0. They are keys of \
      variables and parts of paths, so the prefix must be an identifier. Use letters, digits and \
      underscores, and do not begin with a digit.\
      """),

  /** A scope name that can't be a key. */
  NAMED_EMPTY(
      """
      Scope names are keys of variables, and slashes join them to paths. Therefore a name must not \
      be blank or contain a slash. Without @Named, the scope name is the name of the component.\
      """),

  /** Two components with the same scope name. */
  NAMED_TWICE(
      """
      Components of a record share a scope, where each name identifies one submodule. Two \
      submodules with the same name would share their variables by accident. Rename one of them. \
      To share variables on purpose, use one component twice.\
      """),

  /** An interface that the module can't implement. */
  INTERFACE_NOT_MET(
      """
      The generated class implements the interfaces in @Module(as = ...) with the methods of the \
      definition. Each interface must be public. The definition must have all its methods, and \
      their signatures must determine its type arguments. Add the missing method, or remove the \
      interface.\
      """),

  /** A description of a component that doesn't exist. */
  UNKNOWN_COMPONENT(
      Severity.WARNING,
      """
      The @param tags of a definition describe its components, and the processor copies them to \
      factories, accessors and withers. A tag that matches no component has no effect. Usually it \
      is misspelled, or the component has been renamed.\
      """),

  /** An annotation that nobody reads. */
  ANNOTATION_OUTSIDE_MODULE(
      """
      @Compact, @Setup, @Nowrap and @Named have a meaning only in a definition, which is a record \
      with @Module. Elsewhere the method would run as plain Java, outside any scope. Annotate the \
      record with @Module, or remove the annotation. @Named is also allowed in the setup record of \
      a definition. Import io.cambric.annotations.Module by name: io.cambric.annotations.* alone \
      is ambiguous with java.lang.Module.\
      """),

  /** Two generated classes with the same name. */
  DUPLICATE_MODULE(
      """
      A nested definition generates a top-level class in its package. Therefore each definition in \
      a package needs a different name, and no other class may have the name of its module. Rename one of them.\
      """),

  /** A pytree that isn't a record. */
  PY_TREE_NOT_RECORD(
      """
      Transformations flatten a pytree to its components and rebuild it with its canonical \
      constructor, which only records have. Declare the type as a record.\
      """),

  /** A pytree that the flattener can't reach. */
  PY_TREE_IS_PRIVATE(
      """
      The generated flattener is in the same package and reads the record. Therefore neither the \
      record nor an enclosing type may be private. Package-private is enough.\
      """),

  /** A leaf that can't hold a traced value. */
  PY_TREE_LEAF_NOT_ARRAY(
      Severity.WARNING,
      """
      A component without @Static is a child. Under jit, grad or vmap, a traced value replaces \
      each array leaf. A component of a primitive type, a boxed number, a String or an enum cannot \
      hold a traced value, so the record cannot be rebuilt. Mark metadata @Static, and make data \
      an Array.\
      """),

  /** A component of a pytree that isn't a pytree. */
  COMPONENT_NOT_PY_TREE(
      """
      A pytree consists of arrays, immutable values, and lists, maps, optionals and records of \
      these. A program is compiled for the immutable values, and found by them. If a value can \
      change or compares by identity, such as a Java array, the program of an earlier value would \
      run. Use an Array for numbers, and a List for arrays. Your own classes and classes of other \
      libraries are not reported: register them with Trees.register.\
      """),

  /** Metadata outside of a pytree. */
  STATIC_NOT_IN_PY_TREE(
      """
      @Static separates the metadata of a pytree from its children. It is valid only in a @PyTree \
      record or in the setup record of a definition. Annotate the record with @PyTree, or remove \
      @Static.\
      """),

  /** Metadata that are not a value. */
  STATIC_NOT_HASHABLE(
      """
      The metadata of a pytree are part of its structure. A compiled function finds its programs \
      by comparing structures with equals. If metadata can change or compare by identity, the \
      function finds no program, or finds the program of an earlier value. Leave arrays among the \
      children, and use immutable values for the rest. These are strings, numbers, enums, classes, \
      functions, modules, immutable JDK types and types that implement Opaque. Lists, sets, maps \
      and records of these are immutable, too. A class of another library that defines equals is \
      not reported: register it with Trees.registerStatic.\
      """),

  /** A type that can't be found. */
  UNRESOLVED_TYPE(
      Severity.WARNING,
      """
      A definition that uses an unknown type waits for the next round of annotation processing, \
      because that type may be generated. If no round generates the type, the compiler reports an \
      error, and the module is not generated either. Look for errors in the definition of a type \
      that should be generated. Otherwise the type is misspelled, not imported, or missing from \
      the class path.\
      """),

  /** A text that names no axes. */
  DIMS_INVALID(
      """
      The text of @Dims lists the axes of an array, with blanks between them: numbers, names, and \
      sums and products of these without blanks inside. Three dots at the beginning stand for any \
      number of axes, and _ for an axis of any size. The generated method checks the sizes when \
      it is traced, and the compiler derives sizes from them. Mend the text at the character that \
      the message names.\
      """),

  /** An example that no test can be written from. */
  EXAMPLE_INVALID(
      """
      The build writes a test from each @Example of a definition: it makes the module, and traces \
      a call with arrays of the given dtypes and sizes. An array is written as f32[2, 784], and \
      f32[] is a scalar. Any other text is a Java expression. The example needs a text for each \
      parameter of the method, and a parameter that is no Array needs an expression. Mend the \
      text at the character that the message names.\
      """),

  /** A definition inside a method. */
  MODULE_IS_LOCAL(BodyRules.MODULE_IS_LOCAL),

  /** Definitions that nothing was generated from. */
  PROCESSOR_NOT_RUN(BodyRules.PROCESSOR_NOT_RUN),

  /** A module class that the processor hasn't written. */
  MODULE_BY_HAND(BodyRules.MODULE_BY_HAND),

  /** A module that is constructed like an ordinary object. */
  MODULE_BY_NEW(BodyRules.MODULE_BY_NEW),

  /** A submodule that only some calls construct. */
  SUBMODULE_IN_BRANCH(BodyRules.SUBMODULE_IN_BRANCH),

  /** A promise that a module does not keep. */
  VARIABLES_DECLARED_NONE(BodyRules.VARIABLES_DECLARED_NONE),

  /** Submodules whose number depends on a call argument. */
  SUBMODULE_IN_LOOP(BodyRules.SUBMODULE_IN_LOOP),

  /** Modules that make each other without end. */
  SUBMODULE_CYCLE(BodyRules.SUBMODULE_CYCLE),

  /** One name given twice in one scope. */
  DUPLICATE_NAME(BodyRules.DUPLICATE_NAME),

  /** A collection that a lifted transformation is to treat in two ways. */
  COLLECTION_TWICE(BodyRules.COLLECTION_TWICE),

  /** A lifted function that reaches around the transformation. */
  CAPTURE_IN_LIFT(BodyRules.CAPTURE_IN_LIFT),

  /** Variables that a transformation would lose. */
  PLAIN_TRANSFORMATION(BodyRules.PLAIN_TRANSFORMATION),

  /** A creation that lands in another module's scope. */
  CREATION_IN_FOREIGN_LAMBDA(BodyRules.CREATION_IN_FOREIGN_LAMBDA),

  /** A definition used as if it were the module. */
  DEFINITION_CALLED_OUTSIDE(BodyRules.DEFINITION_CALLED_OUTSIDE),

  /** A compact method run in a frame that isn't compact. */
  COMPACT_CALLED_FROM_PLAIN(BodyRules.COMPACT_CALLED_FROM_PLAIN),

  /** A method with a scope of its own, called without entering the scope. */
  NAME_SCOPE_CALLED_DIRECTLY(BodyRules.NAME_SCOPE_CALLED_DIRECTLY),

  /** Setup that runs a second time. */
  SETUP_CALLED(BodyRules.SETUP_CALLED),

  /** A creation that no compact or setup method reaches. */
  PARAM_OUTSIDE_COMPACT(BodyRules.PARAM_OUTSIDE_COMPACT),

  /** A submodule that is never used. */
  UNUSED_SUBMODULE(Severity.WARNING, BodyRules.UNUSED_SUBMODULE),

  /** A changed module that is never used. */
  COPY_DROPPED(BodyRules.COPY_DROPPED),

  /** A function of something that isn't a pytree. */
  ARGUMENT_NOT_PY_TREE(BodyRules.ARGUMENT_NOT_PY_TREE),

  /** A pytree of numbers that are to be arrays. */
  PLAIN_TYPE_ARGUMENT(Severity.WARNING, BodyRules.PLAIN_TYPE_ARGUMENT),

  /** A compact method that counts automatic names otherwise when it is called alone. */
  COMPACT_COUNTS_AGAIN(BodyRules.COMPACT_COUNTS_AGAIN),

  /** A submodule on a thread without a running module. */
  SUBMODULE_ON_THREAD(BodyRules.SUBMODULE_ON_THREAD),

  /** A module that nothing binds. */
  MODULE_IN_RECORD(BodyRules.MODULE_IN_RECORD),

  /** A call without an effect. */
  RESULT_DROPPED(BodyRules.RESULT_DROPPED),

  /** An argument with the opposite meaning of its parameter. */
  ARGUMENTS_EXCHANGED(Severity.WARNING, BodyRules.ARGUMENTS_EXCHANGED),

  /** A random key that is drawn from twice. */
  KEY_REUSED(Severity.WARNING, BodyRules.KEY_REUSED),

  /** A read of elements that have no values yet. */
  VALUE_WHILE_TRACED(BodyRules.VALUE_WHILE_TRACED),

  /** An effect of a function that is traced. */
  IMPURE_FUNCTION(Severity.WARNING, BodyRules.IMPURE_FUNCTION),

  /** A function that is compiled at each step. */
  COMPILES_AGAIN(Severity.WARNING, BodyRules.COMPILES_AGAIN),

  /** Arrays compared as objects. */
  ARRAY_IDENTITY(Severity.WARNING, BodyRules.ARRAY_IDENTITY),

  /** Sizes that contradict each other. */
  SHAPE_MISMATCH(BodyRules.SHAPE_MISMATCH),

  /** Elements of the wrong kind. */
  DTYPE_MISMATCH(BodyRules.DTYPE_MISMATCH),

  /** A hyperparameter that no layer accepts. */
  LITERAL_OUT_OF_RANGE(BodyRules.LITERAL_OUT_OF_RANGE);

  private final String paragraph;
  private final Severity severity;

  DiagnosticCode(String paragraph) {
    this(Severity.ERROR, paragraph);
  }

  DiagnosticCode(Severity severity, String paragraph) {
    this.paragraph = paragraph;
    this.severity = severity;
  }

  /** {@return the stable name, in brackets at the beginning of messages} */
  public String tag() {
    return Arrays.stream(name().split("_"))
        .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
        .collect(Collectors.joining());
  }

  /** {@return the rule, the reason for it and the fix} */
  public String paragraph() {
    return paragraph;
  }

  /** {@return the severity of its reports unless an option says otherwise} */
  public Severity severity() {
    return severity;
  }

  /** {@return the stage that finds it} */
  public CompilationStage stage() {
    return compareTo(MODULE_IS_LOCAL) < 0 ? CompilationStage.SIGNATURES : CompilationStage.BODIES;
  }

  /**
   * {@return a whole message} The first line has the tag, the problem and the fix. The second line
   * has the page, and the annotation that silences it where it is meant.
   *
   * @param what the subject and the rule that it breaks
   * @param mend the fix
   * @param place the position, where the compiler does not show it; or empty
   */
  public String message(String what, String mend, String place) {
    return "[%s] %s %s%s\n  See %s. @SuppressWarnings(\"%1$s\") silences this."
        .formatted(tag(), what, mend, place, Pages.of(this));
  }
}
