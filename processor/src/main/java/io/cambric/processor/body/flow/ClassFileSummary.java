package io.cambric.processor.body.flow;

import io.cambric.processor.body.flow.MethodSummary.Mention;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.StreamSupport;

/** Summarizes the methods of a class from its class file. */
final class ClassFileSummary {

  private static final String FACTORY = "of";
  private static final String NAMING = "named";

  private ClassFileSummary() {}

  /** {@return the effects of a class's methods by name; empty if the class mentions no modules} */
  static Map<String, MethodSummary> of(byte[] bytes, AttributedTrees trees) {
    var found = new HashMap<String, MethodSummary>();
    var file = ClassFile.of().parse(bytes);
    boolean knowsLibrary =
        StreamSupport.stream(file.constantPool().spliterator(), false)
            .anyMatch(entry ->
                entry instanceof Utf8Entry text && text.stringValue().contains("io/cambric/"));
    if (knowsLibrary) {
      file.methods().forEach(method -> read(method, found, trees));
    }
    return found;
  }

  private static void read(
      MethodModel method, Map<String, MethodSummary> found, AttributedTrees trees) {
    var summary =
        found.computeIfAbsent(method.methodName().stringValue(), _ -> MethodSummary.empty());
    method
        .code()
        .ifPresent(code -> {
          for (var element : code) {
            switch (element) {
              case InvokeInstruction call ->
                  mention(call.owner().asInternalName(), call.name().stringValue(), summary, trees);
              case InvokeDynamicInstruction call ->
                  call.invokedynamic().bootstrap().arguments().stream()
                      .filter(MethodHandleEntry.class::isInstance)
                      .map(argument -> ((MethodHandleEntry) argument).reference())
                      .forEach(target ->
                          mention(
                              target.owner().asInternalName(),
                              target.name().stringValue(),
                              summary,
                              trees));
              default -> {}
            }
          }
          // A class file doesn't show which of its submodules a method names.
          if (summary.mentions().stream().anyMatch(m -> m.name().equals(NAMING))) {
            summary.automatic().clear();
          }
        });
  }

  private static void mention(
      String owner, String name, MethodSummary summary, AttributedTrees trees) {
    var type = owner.replace('/', '.').replace('$', '.');
    summary.mentions().add(new Mention(type, name));
    if (name.equals(FACTORY)
        && trees.type(type).filter(t -> trees.isModule(t.asType())).isPresent()) {
      summary.automatic().add(type);
    }
  }
}
