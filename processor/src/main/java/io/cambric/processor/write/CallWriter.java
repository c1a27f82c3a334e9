package io.cambric.processor.write;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import io.cambric.processor.read.MethodModel;
import io.cambric.processor.read.ModuleModel;
import io.cambric.processor.read.ParameterModel;
import io.cambric.processor.read.RuntimeTypes;
import java.util.ArrayList;
import javax.lang.model.element.Modifier;

/** Writes a module's method, which runs the definition's method in the module's scope. */
final class CallWriter {

  private final ModuleModel module;

  CallWriter(ModuleModel module) {
    this.module = module;
  }

  MethodSpec call(MethodModel model) {
    var fallback =
        "Runs {@code %s} of {@code %s} in the scope of this module."
            .formatted(model.name(), module.name());
    var method =
        MethodSpec.methodBuilder(model.name())
            .addJavadoc(Javadocs.of(model.doc(), fallback))
            .addModifiers(Modifier.PUBLIC)
            .addTypeVariables(model.typeVariables())
            .returns(model.returnType());
    if (module.isLayer() && isLayerCall(model)) {
      method.addAnnotation(Override.class);
    }
    var suppressed = isUncheckedParts(model) ? new String[] {"unchecked"} : new String[0];
    Code.addParameters(method, model.parameters(), model.element(), suppressed);
    return method.addStatement(body(model)).build();
  }

  private boolean isUncheckedParts(MethodModel model) {
    return model.takesParts()
        && module.setup().orElseThrow().returnType() instanceof ParameterizedTypeName;
  }

  private CodeBlock body(MethodModel model) {
    var call = CodeBlock.of("def().$L($L)", model.name(), arguments(model));
    if (model.kind() == MethodModel.Kind.NOWRAP) {
      return model.isVoid() ? call : CodeBlock.of("return $L", call);
    }
    return CodeBlock.of(
        "$L($S, $T.$L, () -> $L)",
        model.isVoid() ? "runVoid" : "return run",
        model.name(),
        RuntimeTypes.METHOD_KIND,
        model.kind(),
        call);
  }

  private CodeBlock arguments(MethodModel model) {
    var arguments = new ArrayList<CodeBlock>();
    if (model.takesParts()) {
      var setup = module.setup().orElseThrow();
      arguments.add(CodeBlock.of("($T) setupParts()", setup.returnType()));
    }
    model.parameters().stream()
        .map(ParameterModel::name)
        .forEach(name -> arguments.add(CodeBlock.of("$L", name)));
    return arguments.stream().collect(Code.LIST);
  }

  private static boolean isLayerCall(MethodModel model) {
    return model.name().equals("call")
        && model.parameters().size() == 1
        && model.parameters().getFirst().type().withoutAnnotations().equals(RuntimeTypes.ARRAY);
  }
}
