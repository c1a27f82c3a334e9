package io.cambric.processor.write;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.TypeName;
import io.cambric.processor.dims.DimsText;
import io.cambric.processor.read.ComponentModel;
import io.cambric.processor.read.MethodModel;
import io.cambric.processor.read.ModuleModel;
import io.cambric.processor.read.RuntimeTypes;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** Writes the contract of a method whose arrays have {@code @Dims}, and its check in a run. */
final class DimsWriter {

  private final ModuleModel module;

  DimsWriter(ModuleModel module) {
    this.module = module;
  }

  /** {@return the methods whose arrays are checked} */
  List<MethodModel> methods() {
    return module.methods().stream()
        .filter(method -> method.kind() != MethodModel.Kind.NOWRAP)
        .filter(DimsWriter::hasDims)
        .toList();
  }

  private static boolean hasDims(MethodModel method) {
    return DimsText.on(method.element().getReturnType()).isPresent()
        || method.parameters().stream()
            .anyMatch(p -> DimsText.on(p.element().asType()).isPresent());
  }

  /** {@return the contract, as the value of a constant} */
  CodeBlock contract(MethodModel method) {
    var code =
        CodeBlock.builder()
            .add(
                "$T.of($S)",
                RuntimeTypes.DIMS_CONTRACT,
                module.module().simpleName() + "." + method.name());
    for (int i = 0; i < method.parameters().size(); i++) {
      var parameter = method.parameters().get(i);
      int index = i;
      DimsText.on(parameter.element().asType())
          .ifPresent(text -> code.add("$Z.argument($L, $S, $S)", index, parameter.name(), text));
    }
    DimsText.on(method.element().getReturnType())
        .ifPresent(text -> code.add("$Z.result($S)", text));
    return code.build();
  }

  /** {@return the components that the texts name, with their values, as a map} */
  CodeBlock sizes(MethodModel method, String def) {
    var names = new HashSet<String>();
    DimsText.on(method.element().getReturnType())
        .flatMap(DimsText::read)
        .ifPresent(text -> names.addAll(text.names()));
    method
        .parameters()
        .forEach(p ->
            DimsText.on(p.element().asType())
                .flatMap(DimsText::read)
                .ifPresent(text -> names.addAll(text.names())));
    var entries =
        module.components().stream()
            .filter(component -> component.type().equals(TypeName.INT))
            .map(ComponentModel::name)
            .filter(names::contains)
            .map(name -> CodeBlock.of("$T.entry($S, $L.$L())", Map.class, name, def, name))
            .collect(Code.LIST);
    return CodeBlock.of("$T.ofEntries($L)", Map.class, entries);
  }
}
