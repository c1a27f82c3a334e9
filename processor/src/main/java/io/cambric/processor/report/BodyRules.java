package io.cambric.processor.report;

/**
 * The rules about method bodies, in words: the rule, the reason and the fix for each diagnostic.
 */
final class BodyRules {

  static final String MODULE_IS_LOCAL =
      """
      Annotation processors don't see into methods, so a local record with @Module generates \
      nothing. Move it out of the method; it may stay nested in the class.\
      """;

  static final String PROCESSOR_NOT_RUN =
      """
      The annotation processor writes the class of a module and the flattener of a pytree. Since \
      JDK 23 javac doesn't run a processor that merely stands on the class path, and doesn't \
      mention it; only the plugin of the same jar starts there. Give the jar to the processor \
      path of your build, or the option -proc:full to javac. With -proc:none, or with a list of \
      processors that leaves this one out, it can't run either.\
      """;

  static final String MODULE_BY_HAND =
      """
      Module is the superclass of generated classes. They enter the scope, name submodules and \
      hide setup, which takes a constructor and methods of a certain form. Write the definition \
      instead, a record whose components are the hyperparameters and whose methods compute.\
      """;

  static final String MODULE_BY_NEW =
      """
      Constructing a module inside another one makes it a submodule, so it goes through a \
      factory: X.of(...) takes what a constructor of the definition takes. The constructor of \
      the generated class is its own.\
      """;

  static final String SUBMODULE_IN_BRANCH =
      """
      Automatic names count constructions. A submodule constructed under a condition on a call \
      argument changes the names of those after it. Two branches give one name to different \
      submodules. Construct it before the branch, where unused submodules cost nothing; give it \
      a name with named(...); or make it in @Setup. Conditions on components and on \
      isInitializing() are fine, since they are the same in every call of a module. So is a \
      submodule without variables, such as Dropout, if no other place takes the same automatic \
      name. A definition in another library declares with @Module(variables = false) that it has \
      none.\
      """;

  static final String VARIABLES_DECLARED_NONE =
      """
      @Module(variables = false) promises that a module has no variables, neither of its own nor \
      in submodules. Other modules rely on that: they may construct such a module under a \
      condition on a call argument. They are not compiled again when the definition changes. \
      Remove variables = false, or the code that makes variables.\
      """;

  static final String SUBMODULE_IN_LOOP =
      """
      Submodules constructed in a loop are counted, so when a call argument decides how often it \
      runs, another argument needs parameters that were never initialized. Let a component \
      decide the number; or construct the submodule before the loop and call it inside, which \
      shares its parameters between the steps.\
      """;

  static final String SUBMODULE_CYCLE =
      """
      If the setup of a module makes another module, and the setup of that one makes the first \
      again, submodules have no end. Methods that call each other can do the same. Give one of \
      the two the other as a component, or let a component decide where the making ends.\
      """;

  static final String DUPLICATE_NAME =
      """
      In one scope a name stands for one submodule, parameter or variable of a collection. \
      Giving it again fails at run time. Name one of the two otherwise; to share parameters, \
      construct the submodule once and call it twice.\
      """;

  static final String COLLECTION_TWICE =
      """
      A lifted transformation treats each collection of variables, and each random stream, in \
      one way. Of two options that name the same one only one has an effect, which is easily \
      overlooked. Keep the one that you mean.\
      """;

  static final String CAPTURE_IN_LIFT =
      """
      A lifted transformation gives its function modules and variables of its own, with an axis \
      added, removed or recomputed. A module or variable that the function captures from the \
      method around it belongs to the outer scope and would escape the transformation. Pass it \
      to the transformation as an argument, and use the function's parameter; or make a Partial \
      of the function and the module. Hyperparameters may be used as they are. So may \
      components, and modules made inside, if the function belongs to the running module. It \
      does without a module as its first parameter, or with self() for it.\
      """;

  static final String PLAIN_TRANSFORMATION =
      """
      The transformations of Transforms want pure functions. A parameter, variable or submodule \
      made inside of one belongs to a scope outside, which would keep a traced value. The lifted \
      transformations in Lift take variables and random streams along.\
      """;

  static final String CREATION_IN_FOREIGN_LAMBDA =
      """
      A lambda handed to a method of another module runs while that module does. A parameter, \
      variable or submodule created in it lands in the scope of that module, under a name of \
      its. Create it before, and capture the value.\
      """;

  static final String DEFINITION_CALLED_OUTSIDE =
      """
      The methods of a definition expect to run in a scope that the generated class enters. \
      Called from elsewhere, another definition included, they have no parameters and no random \
      streams, or foreign ones. Call the generated class. Inside a definition its own methods \
      may be called directly on this: that is plain Java, in the same scope.\
      """;

  static final String COMPACT_CALLED_FROM_PLAIN =
      """
      Calling an own method directly is plain Java: it stays in the frame of the caller. In the \
      frame of a method without @Compact no submodules or parameters can be made. Call it \
      through self(), which enters the scope like any other call, or mark the caller @Compact.\
      """;

  static final String NAME_SCOPE_CALLED_DIRECTLY =
      """
      A method marked @Compact(nameScope = true) keeps what it makes in a scope named like it. \
      Calling an own method directly is plain Java: it stays in the scope of the caller, where \
      its names and keys would be others. Call it through self(), which enters its scope.\
      """;

  static final String SETUP_CALLED =
      """
      Setup runs automatically, once, before the first method that needs its parts. Called again \
      it would make everything again. A method that takes the setup record as its first \
      parameter gets it, and callers of the generated method don't see the parameter.\
      """;

  static final String PARAM_OUTSIDE_COMPACT =
      """
      Parameters and variables are made while a @Compact or @Setup method runs. In a method that \
      neither is one of these nor is called by one, or in a constructor, the call fails. Mark \
      the method @Compact, or declare the variable in @Setup. Modules that a constructor makes \
      are attributes, to be called by methods.\
      """;

  static final String UNUSED_SUBMODULE =
      """
      A submodule makes its parameters when it is called. One that is constructed and then \
      dropped makes none, but takes an automatic name, so the names of those after it change. \
      Call it, or remove it.\
      """;

  static final String COPY_DROPPED =
      """
      Modules are immutable: withers, named, detached, copy and the transformations return \
      another module. In a running method that one takes over the place of the first, so the \
      first can't be used any more. Assign the result, or chain the calls.\
      """;

  static final String ARGUMENT_NOT_PY_TREE =
      """
      Arguments and results of a transformation are trees of arrays, numbers and values that \
      never change: lists, maps, optionals and records of these. A Java array compares by \
      identity, so a compiled function would return its old result after the array was refilled. \
      A gradient would stop at it. Pass an Array, or a List. Classes of other libraries are not \
      reported: Trees.register makes them nodes.\
      """;

  static final String PLAIN_TYPE_ARGUMENT =
      """
      A number where an array could stand is taken for one: under jit, grad or vmap a traced \
      array takes its place. A leaf whose type is a type variable can hold it, but the code that \
      reads an Integer there fails with a ClassCastException. Use Array for the variable, or \
      mark the component @Static.\
      """;

  private BodyRules() {}
}
