package io.cambric.processor.report;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The diagnostics, each with the paragraph on its page: signatures first, then bodies. */
public enum DiagnosticCode {
  /** A definition that isn't a record. */
  MODULE_NOT_RECORD(
      """
      A definition is a record, because its hyperparameters must be values: modules are compared \
      by them, copied with others, and printed. Declare the type as a record; its fields become \
      components, and what was computed in the constructor moves to a secondary constructor.\
      """),

  /** A definition of the wrong name. */
  MODULE_NAME_NOT_DEF(
      """
      The definition XDef generates the module X, so its name must end in Def and have something \
      before it. Without the ending both would have one name. Rename the record.\
      """),

  /** A definition that the generated class can't reach. */
  MODULE_IS_PRIVATE(
      """
      The generated class lives in the same package and calls the definition, so neither the \
      record nor a type around it may be private. Package-private is enough.\
      """),

  /** A definition or a pytree in a file without a class. */
  IN_IMPLICIT_CLASS(
      """
      A file may have main and its types without a class around them. The compiler adds one, but \
      no other file can name it, and so not what is declared in it; generated code is in other \
      files. Declare the class yourself, with the name of the file.\
      """),

  /** Several setup methods. */
  SETUP_TWICE(
      """
      A module has one setup method, because one record holds all its parts. Merge the methods.\
      """),

  /** A setup method that returns something else. */
  SETUP_RETURNS_RECORD(
      """
      A setup method returns its submodules and variables as a record, whose component names \
      become their scope names. The record is nested in the definition, since its mirror is \
      generated with the module, and isn't private, since the generated class reads it.\
      """),

  /** A setup method with parameters. */
  SETUP_TAKES_NOTHING(
      """
      Setup runs before any method and is given nothing: what it needs are the components of the \
      definition. Something that depends on a call argument belongs to a @Compact method.\
      """),

  /** A method with two annotations that exclude each other. */
  COMPACT_AND_SETUP(
      """
      A @Compact method makes its submodules while it computes, a @Setup method makes them \
      beforehand, and a @Nowrap method makes none. A method has at most one of these \
      annotations.\
      """),

  /** An annotated method that can't be run. */
  METHOD_NOT_CALLABLE(
      """
      The generated class runs the method on an instance of the definition, in the same package. \
      A private method can't be called from there, and a static one has no module to belong to. \
      Remove the modifier; or remove the annotation, if the method is a helper that stays inside \
      the definition.\
      """),

  /** A method without a scope that asks for parts. */
  NOWRAP_TAKES_PARTS(
      """
      A @Nowrap method never enters the module's scope, and the setup record exists only there. \
      Let the method compute from the components alone, or remove @Nowrap.\
      """),

  /** A checked exception in a signature. */
  CHECKED_EXCEPTION(
      """
      Methods of modules are run by transformations and by functional interfaces that declare no \
      exceptions, so neither they nor constructors may throw checked ones. Catch the exception \
      in the method and throw an unchecked one with it as its cause.\
      """),

  /** A component that is not a value. */
  COMPONENT_NOT_HASHABLE(
      """
      Modules are values: they are equal when their components are, and compiled functions are \
      cached by them. A mutable component could change under the cache, and one that compares by \
      identity makes equal modules differ, so that everything is compiled again. Use an \
      immutable type whose equals means equality; data that are trained or updated are params or \
      variables, declared in a method. Functions are allowed, and compare by identity.\
      """),

  /** A hidden type in a generated signature. */
  TYPE_LESS_VISIBLE(
      """
      The generated class is public and in the package of the definition, so it reaches all \
      types there that are not private. Where a module exports the package, its users need \
      public types; a public type may be nested in the definition, whatever that is. Make the \
      type visible, or the method or constructor private, if it is a helper. Users have modules \
      rather than definitions, and a public mirror of the setup record. The setup record is the \
      hidden first parameter of a method, or in no signature.\
      """),

  /** Two generated methods with the same signature. */
  MEMBER_COLLISION(
      """
      Each component generates an accessor and a wither, each constructor a factory called of, \
      each method a method. The method call generates the forms of init and apply, too. Every \
      module inherits methods such as name, named, copy, bind and path. Two of one signature \
      can't live in one class. Rename the method. A component may have any name but "name", \
      which Flax reserves, too. Where every module has a method of that name, the method stays, \
      and the component is read in the definition alone.\
      """),

  /** A prefix that can't begin an automatic name. */
  MODULE_NAME_INVALID(
      """
      The name given to @Module is what automatic names begin with, as in LSTMCell_0. They are \
      keys of the variables and parts of paths, so the prefix is an identifier: letters, digits \
      and underscores, not beginning with a digit.\
      """),

  /** A scope name that can't be a key. */
  NAMED_EMPTY(
      """
      Scope names are keys of the variables and are joined by slashes to paths. So a name is not \
      blank and has no slash. Without @Named the scope name is the component's own name.\
      """),

  /** Two components with the same scope name. */
  NAMED_TWICE(
      """
      Components of one record share one scope, in which a name stands for one submodule. Two of \
      the same name would share their variables by accident. Name one of them otherwise; to \
      share on purpose, use one component twice.\
      """),

  /** An interface that the module can't implement. */
  INTERFACE_NOT_MET(
      """
      The generated class implements the interfaces named in @Module(as = ...) with the methods \
      of the definition. Each must be a public interface whose methods are all there, and whose \
      type arguments follow from them. Add what is missing, or remove the interface.\
      """),

  /** A description of a component that doesn't exist. */
  UNKNOWN_COMPONENT(
      Severity.WARNING,
      """
      The @param tags of a definition describe its components; the processor carries them over \
      to factories, accessors and withers. A tag that matches no component is lost, and is most \
      often a misspelling or left over from a renaming.\
      """),

  /** An annotation that nobody reads. */
  ANNOTATION_OUTSIDE_MODULE(
      """
      @Compact, @Setup, @Nowrap and @Named describe a definition, and without @Module on the \
      record there is none. The method would run as plain Java, outside any scope. Annotate the \
      record with @Module, or remove the mark. @Named may also stand in the setup record of a \
      definition. Import io.cambric.annotations.Module by name: with io.cambric.annotations.* \
      alone it could be java.lang.Module, too.\
      """),

  /** Two generated classes with the same name. */
  DUPLICATE_MODULE(
      """
      A nested definition generates a top-level class in its package. So a name may be defined \
      once in a package, and no other class may have it. Rename one of the two.\
      """),

  /** A pytree that isn't a record. */
  PY_TREE_NOT_RECORD(
      """
      Transformations take a pytree apart by its components and put it together by its canonical \
      constructor, which only records have. Declare the type as a record.\
      """),

  /** A pytree that the flattener can't reach. */
  PY_TREE_IS_PRIVATE(
      """
      The generated flattener lives in the same package and reads the record, so neither the \
      record nor a type around it may be private. Package-private is enough.\
      """),

  /** A leaf that can't hold a traced value. */
  PY_TREE_LEAF_NOT_ARRAY(
      Severity.WARNING,
      """
      A component that isn't @Static is a child, and under jit, grad or vmap an array leaf is \
      replaced by a traced value. A component of a primitive type, a boxed number, a String or \
      an enum can't take it, so the record can't be put together again. Mark it @Static, if it \
      is metadata; make it an Array, if it is data.\
      """),

  /** A component of a pytree that isn't a pytree. */
  COMPONENT_NOT_PY_TREE(
      """
      A pytree is made of arrays, of lists, maps, optionals and records of them, and of values \
      that never change. A program is compiled for these values, and looked up by them. Under a \
      value that may change or compares by identity, such as a Java array, the program of an \
      earlier one would run. Make an Array of numbers and a List of arrays. Classes of your own \
      and of other libraries are not reported: Trees.register makes them nodes.\
      """),

  /** Metadata outside of a pytree. */
  STATIC_NOT_IN_PY_TREE(
      """
      @Static separates the metadata of a pytree from its children. So it has a meaning only in \
      a @PyTree record or in the setup record of a definition. Annotate the record, or remove \
      it.\
      """),

  /** Metadata that are not a value. */
  STATIC_NOT_HASHABLE(
      """
      The metadata of a pytree are part of its structure. Structures are compared by equals when \
      a compiled function looks for a program that it has already. Metadata that may change or \
      compare by identity are never found again, or stand for the program of an earlier value. \
      Leave arrays among the children, and use values that never change for the rest. Such are \
      strings, numbers, enums, classes, functions, modules, immutable types of the JDK and types \
      that implement Opaque. Lists, sets, maps and records of these are, too. A class of another \
      library that has equals is not reported: Trees.registerStatic makes it such a value.\
      """),

  /** A type that can't be found. */
  UNRESOLVED_TYPE(
      Severity.WARNING,
      """
      A definition that mentions a type not yet known waits for a later round of annotation \
      processing, in case the type is generated. This one never came, which is an error of the \
      compiler; so the module is not generated, and the compiler misses that, too. If the type \
      should be generated, the cause is an error in its own definition. Else it is misspelt, not \
      imported or not on the class path.\
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
  PLAIN_TYPE_ARGUMENT(Severity.WARNING, BodyRules.PLAIN_TYPE_ARGUMENT);

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

  /** {@return a whole message: the tag, the problem and the fix} */
  public String message(String what, String mend) {
    return "[" + tag() + "] " + what + " " + mend;
  }
}
