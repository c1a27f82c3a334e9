package io.cambric.processor.report;

/**
 * The rules about method bodies, in words: the rule, the reason and the fix for each diagnostic.
 */
final class BodyRules {

  static final String MODULE_IS_LOCAL =
      """
      Annotation processors cannot see into methods, so a local record with @Module generates \
      nothing. Move it out of the method. It may stay nested in the class.\
      """;

  static final String PROCESSOR_NOT_RUN =
      """
      The annotation processor generates the class of a module and the flattener of a pytree. \
      Since JDK 23, javac does not run processors that are only on the class path, and does not \
      report this. Only the compiler plugin in the same jar runs. Add the jar to the processor \
      path of your build, or pass -proc:full to javac. The processor also does not run with \
      -proc:none, or with a list of processors that omits it.\
      """;

  static final String MODULE_BY_HAND =
      """
      Module is the superclass of generated classes. These enter the scope, name submodules and \
      hide setup, so they need a certain form of constructor and methods. Write the definition \
      instead: a record with the hyperparameters as components and methods that compute.\
      """;

  static final String MODULE_BY_NEW =
      """
      Constructing a module inside another module makes it a submodule, so it needs a factory. \
      X.of(...) takes the arguments of a constructor of the definition. The constructor of the \
      generated class is private.\
      """;

  static final String SUBMODULE_IN_BRANCH =
      """
      Automatic names count constructions. If a submodule is constructed only under a \
      condition on a call argument, the names of later submodules change. Two branches give \
      the same name to different submodules. Construct the submodule before the branch, where \
      unused submodules cost nothing. Otherwise name it with named(...), or construct it in \
      @Setup. Conditions on components are allowed, because they are the same in every call of \
      a module. Static fields that change, clocks, chance, hasRng() and isInitializing() \
      differ between calls, also behind a method that asks them. A submodule without \
      variables, such as Dropout, may be conditional if no other place uses the same automatic \
      name. So may one that only initialization makes. A definition in another library \
      declares with @Module(variables = false) that it has no variables.\
      """;

  static final String VARIABLES_DECLARED_NONE =
      """
      @Module(variables = false) promises that a module and its submodules have no variables. \
      Other modules rely on it: they may construct such a module under a condition on a call \
      argument. They are not compiled again when the definition changes. Remove variables = false, \
      or the code that creates variables.\
      """;

  static final String SUBMODULE_IN_LOOP =
      """
      Automatic names count the submodules that a loop constructs. If a call argument determines \
      the number of iterations, another argument needs parameters that were never initialized. Let \
      a component determine the number. Otherwise construct the submodule before the loop and call \
      it inside, so that all iterations share its parameters.\
      """;

  static final String SUBMODULE_CYCLE =
      """
      If the setup of a module creates a second module, and the setup of the second creates the \
      first, the recursion never ends. Methods that call each other can do the same. Pass one of \
      the modules to the other as a component, or let a component end the recursion.\
      """;

  static final String DUPLICATE_NAME =
      """
      In a scope, each name identifies one submodule, one parameter or one variable of a \
      collection. Using it again fails at run time. Rename one of them. To share parameters, \
      construct the submodule once and call it twice.\
      """;

  static final String COLLECTION_TWICE =
      """
      A lifted transformation treats each collection of variables, and each random stream, in one \
      way. If two options name the same one, only one of them has an effect, which is easily \
      overlooked. Remove the other option.\
      """;

  static final String CAPTURE_IN_LIFT =
      """
      A lifted transformation passes its function separate modules and variables, with an axis \
      added, removed or recomputed. A module or variable captured from the enclosing method \
      belongs to the outer scope and would escape the transformation. Pass it to the \
      transformation as an argument, and use the function's parameter. Otherwise make a Partial of \
      the function and the module. Hyperparameters may always be captured. Components, and modules \
      created inside, may be used if the function belongs to the running module. Such a function \
      has no module as its first parameter, or gets self() for it.\
      """;

  static final String PLAIN_TRANSFORMATION =
      """
      The transformations in Transforms need pure functions. A parameter, variable or submodule \
      that such a function creates belongs to an outer scope, which would keep a traced value. Use \
      the lifted transformations in Lift, which transform variables and random streams, too.\
      """;

  static final String CREATION_IN_FOREIGN_LAMBDA =
      """
      If a lambda is passed to a method of another module, it runs while that module runs. A \
      parameter, variable or submodule created in the lambda belongs to the scope of that module, \
      under one of its names. Create it before, and capture the value.\
      """;

  static final String DEFINITION_CALLED_OUTSIDE =
      """
      The methods of a definition need the scope that the generated class enters. If they are \
      called from elsewhere, even from another definition, they have no parameters and random \
      streams, or use wrong ones. Call the generated class. Inside a definition, its methods may \
      call each other directly on this, which is plain Java in the same scope.\
      """;

  static final String COMPACT_CALLED_FROM_PLAIN =
      """
      A direct call of a method in the same definition is plain Java and stays in the frame of the \
      caller. In the frame of a method without @Compact, no submodules or parameters can be \
      created. Call the method through self(), which enters the scope, or mark the caller \
      @Compact.\
      """;

  static final String NAME_SCOPE_CALLED_DIRECTLY =
      """
      A method with @Compact(nameScope = true) creates submodules and parameters in a scope with \
      the name of the method. A direct call is plain Java and stays in the scope of the caller, \
      where names and keys would be different. Call the method through self(), which enters its \
      scope.\
      """;

  static final String SETUP_CALLED =
      """
      Setup runs automatically, once, before the first method that needs its parts. A second call \
      would create everything again. A method with the setup record as its first parameter \
      receives the record, and callers of the generated method do not see that parameter.\
      """;

  static final String PARAM_OUTSIDE_COMPACT =
      """
      Parameters and variables are created while a @Compact or @Setup method runs. The call fails \
      in a constructor, and in a method that neither has such an annotation nor is called by one \
      that has. Mark the method @Compact, or declare the variable in @Setup. Modules that a \
      constructor creates are attributes, which methods can call.\
      """;

  static final String UNUSED_SUBMODULE =
      """
      A submodule creates its parameters when it is called. If it is never called, it creates none \
      but takes an automatic name, so the names of later submodules change. Call it, or remove it.\
      """;

  static final String COPY_DROPPED =
      """
      Modules are immutable: withers, named, detached, copy and the transformations return another \
      module. In a running method, this module replaces the original, which can no longer be used. \
      Assign the result, or chain the calls.\
      """;

  static final String ARGUMENT_NOT_PY_TREE =
      """
      Arguments and results of a transformation are trees of arrays, numbers and immutable values: \
      lists, maps, optionals and records of these. A Java array compares by identity, so a \
      compiled function would return its old result after the array was refilled. It would also \
      block gradients. Pass an Array or a List. Classes of other libraries are not reported: \
      register them with Trees.register.\
      """;

  static final String PLAIN_TYPE_ARGUMENT =
      """
      A number in the place of an array counts as an array: under jit, grad or vmap a traced array \
      replaces it. A leaf whose type is a type variable can hold that array, but code that reads \
      an Integer there fails with a ClassCastException. Use Array for the type variable, or mark \
      the component @Static.\
      """;

  static final String COMPACT_COUNTS_AGAIN =
      """
      A compact method that calls another one directly stays in one frame, so the counters of \
      automatic names continue. The Dense of decode is Dense_1 after the Dense of encode. Called \
      alone, decode counts from Dense_0, and takes the parameters of encode. Flax refuses this as \
      MultipleMethodsCompactError. Name the submodules, or move them to @Setup. A helper that is \
      never called alone needs no @Compact.\
      """;

  static final String SUBMODULE_ON_THREAD =
      """
      A running module belongs to its thread: the scope, the counters of names and the random \
      streams are found there. A parallel stream, a future or a thread of your own finds no \
      running module. Operations use several cores already, so nothing is lost by calling \
      submodules one after the other.\
      """;

  static final String MODULE_IN_RECORD =
      """
      A module in a component is bound to the scope before a method runs. It may be in a list, a \
      map or an optional, and in a record with @PyTree. In a plain record it stays unbound, and \
      calling it fails. Annotate the record, or make the module a component of its own.\
      """;

  static final String SHAPE_MISMATCH =
      """
      The sizes of arrays follow from layers, from literals and from components: Dense.of(64) \
      gives 64 features, Dense.of(4 * n) four times n. Two sizes that differ for all values of \
      the components can't be added, joined, multiplied or shared among heads and groups. The \
      check follows one method at a time. It is silent about a size that it does not know. \
      Change one of the sizes.\
      """;

  static final String DTYPE_MISMATCH =
      """
      An Embed looks up rows by integers. The floats of another layer are no indices: a cast \
      would round them. Pass the indices themselves; to project floats, use a Dense. The carry \
      of a loop keeps its kind: integers plus 0.5 are floats.\
      """;

  static final String LITERAL_OUT_OF_RANGE =
      """
      A fraction, such as the rate of a Dropout, is from 0 to 1: half is 0.5, and 50 is no \
      percentage. A number of features, heads or groups, a stride and a window are one or \
      more.\
      """;

  static final String RESULT_DROPPED =
      """
      Arrays, variables, parameters and states never change: add, at(...).set(...), with(...) and \
      applyGradients(...) return a new value. A call that drops it has no effect, though the same \
      line changes a tensor of PyTorch. Assign the result: x = x.at(0).set(0). The annotation \
      @CheckReturnValue of Error Prone marks such methods, so IDEs report the call, too.\
      """;

  static final String ARGUMENTS_EXCHANGED =
      """
      Gradients and parameters have one type, and so have predictions and labels, and all flags. \
      The compiler of Java accepts each in the place of the other. The names decide here: \
      params in the place of gradients, labels in the place of predictions, train where a layer \
      asks for deterministic or useRunningAverage. Exchange the arguments, or negate the flag.\
      """;

  static final String KEY_REUSED =
      """
      A key is a value, and a sampler is a pure function of it: one key always gives the same \
      numbers. Two draws from one key are copies of each other or follow from each other, and \
      each step of a loop repeats the last. A key that was split is used up, too. Split the \
      key, and use each new key once; in a loop, fold the number of the step into it.\
      """;

  static final String VALUE_WHILE_TRACED =
      """
      jit, vmap, scan and the loops run their function on tracers. A tracer has a shape and a \
      dtype, and no elements. item(), toBoolean() and toFloats() need elements, so they fail when the \
      function is traced. Choose with where, cond or whileLoop; or return the array and read it \
      outside. Shapes and dtypes are known, so an if on them is fine.\
      """;

  static final String IMPURE_FUNCTION =
      """
      A transformation runs a function once, to trace it, and then runs its program. A random \
      number or a time of Java becomes a constant of the program. A counter, a list or a field \
      from outside changes once, and may keep a tracer. A print shows tracers. Take what varies \
      as an argument, return what is new, and print with Debug.print. Debug.callback and \
      Callbacks.ioCallback run code with values at each call.\
      """;

  static final String COMPILES_AGAIN =
      """
      A compiled function keeps one program for each shape, dtype and static value of its \
      arguments. A jit inside a loop begins without programs at each step. A Java number in a \
      state or as an argument is a static value, so each new number needs a new program. Call \
      jit before the loop, and keep counters as arrays.\
      """;

  static final String ARRAY_IDENTITY =
      """
      == and equals compare arrays as objects, so two arrays with equal elements differ. The \
      searches of a list, such as contains, compare by equals. Java's conditions need one \
      boolean: arrayEqual(a, b).toBoolean() compares all elements, and a.eq(b) gives an array \
      of booleans.\
      """;

  private BodyRules() {}
}
