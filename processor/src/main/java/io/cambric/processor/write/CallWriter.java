package io.cambric.processor.write;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import io.cambric.processor.read.Member;
import io.cambric.processor.read.MethodModel;
import io.cambric.processor.read.ModuleModel;
import io.cambric.processor.read.ParameterModel;
import io.cambric.processor.read.RuntimeTypes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.lang.model.element.Modifier;

/** Writes a module's method, which runs the definition's method in the module's scope. */
final class CallWriter {

  private final ModuleModel module;

  CallWriter(ModuleModel module) {
    this.module = module;
  }

  /**
   * {@return the method}
   *
   * @param contract the name of the constant that checks its arrays, if there is one
   */
  MethodSpec call(MethodModel model, Optional<String> contract) {
    var method =
        MethodSpec.methodBuilder(model.name())
            .addModifiers(Modifier.PUBLIC)
            .addTypeVariables(model.typeVariables())
            .returns(model.returnType());
    boolean overrides = module.overrides(new Member.Call(model));
    if (overrides || model.isLayer()) {
      method.addAnnotation(Override.class);
    }
    // A method without a comment of its own inherits the comment of the interface.
    if (!overrides || !model.doc().isEmpty()) {
      method.addJavadoc(Javadocs.of(model.doc(), summary(model)));
    }
    Code.addParameters(method, model.parameters(), model.element());
    var names = new HashSet<>(model.parameters().stream().map(ParameterModel::name).toList());
    var def = Code.free("def", names);
    return method
        .addStatement(ModuleWriter.definition(module, def))
        .addStatement(body(model, def, Code.free("a", names), contract))
        .build();
  }

  private String summary(MethodModel model) {
    return (model.kind() == MethodModel.Kind.NOWRAP
            ? "Computes {@code %s} of {@code %s} from the components of this module."
            : "Runs {@code %s} of {@code %s} in the scope of this module.")
        .formatted(model.name(), module.name());
  }

  private CodeBlock body(MethodModel model, String def, String given, Optional<String> contract) {
    if (model.kind() == MethodModel.Kind.NOWRAP) {
      var call = CodeBlock.of("$L.$L($L)", def, model.name(), Code.arguments(model.parameters()));
      return model.isVoid() ? call : CodeBlock.of("return $L", call);
    }
    var lambda = CodeBlock.of("$L -> $L.$L($L)", given, def, model.name(), taken(model, given));
    var run =
        contract
            .map(name ->
                CodeBlock.of(
                    "$L.checked($L,$W$L)", name, new DimsWriter(module).sizes(model, def), lambda))
            .orElse(lambda);
    var body =
        CodeBlock.of(
            "$L($S, $T.$L, $L",
            model.isVoid() ? "runVoid" : "return run",
            model.name(),
            RuntimeTypes.METHOD_KIND,
            model.kind(),
            run);
    var code = CodeBlock.builder().add(body);
    for (var parameter : model.parameters()) {
      // Varargs would take a single array for the list of all arguments.
      var cast = parameter.type() instanceof ArrayTypeName ? "(Object) " : "";
      code.add(",$W$L$L", cast, parameter.name());
    }
    return code.add(")").build();
  }

  /** The arguments of the definition's method, taken from the arguments that the runtime passes. */
  private CodeBlock taken(MethodModel model, String given) {
    var arguments = new ArrayList<CodeBlock>();
    if (model.takesParts()) {
      var setup = module.setup().orElseThrow();
      arguments.add(
          CodeBlock.of("$T.<$T>setupParts(this)", RuntimeTypes.MODULE, setup.returnType()));
    }
    if (!model.parameters().isEmpty()) {
      arguments.add(taken(model.parameters(), given));
    }
    return arguments.stream().collect(Code.LIST);
  }

  /** {@return the values of parameters, taken from the arguments that the runtime passes} */
  static CodeBlock taken(List<ParameterModel> parameters, String given) {
    return IntStream.range(0, parameters.size())
        .mapToObj(i -> CodeBlock.of("$L.<$T>get($L)", given, parameters.get(i).type().box(), i))
        .collect(Code.LIST);
  }
}
